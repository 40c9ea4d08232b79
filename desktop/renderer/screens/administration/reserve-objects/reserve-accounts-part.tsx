import { Text, TextInput } from '@mantine/core'
import type { ReserveAccount } from '../../../../../shared/reserve-accounts.ts'
import { NameText, PlainText } from '../../../parts/plain-text.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { NameField, NetworkField } from './object-fields.tsx'
import { type ObjectColumn, ObjectList } from './object-list.tsx'
import type { FieldsProps, ObjectSubject } from './object-subject.ts'
import { useNetworkNames, useReserveAccounts } from './use-reserve-objects.ts'

type Values = { readonly name: string; readonly blockchainId: string; readonly address: string }

const subject: ObjectSubject<ReserveAccount, Values> = {
  kind: 'reserveAccounts',
  nameOf: ({ name }) => name,
  changes: { kind: 'reserve-account.changed', member: 'reserveAccountId' },
  empty: { name: '', blockchainId: '', address: '' },
  valuesOf: ({ name, blockchainId, address }) => ({ name, blockchainId, address }),
  labels: {
    name: 'administration:name',
    blockchainId: 'administration:objects.network',
    address: 'administration:reserveAccounts.address',
  },
  create: (values, id) => client.reserveAccounts.create.mutate({ ...values, ...(id && { id }) }),
  read: (reserveAccountId) => client.reserveAccounts.get.query({ reserveAccountId }),
  update: ({ id, version }, changes) =>
    client.reserveAccounts.update.mutate({ reserveAccountId: id, version, ...changes }),
  remove: ({ id, version }) => client.reserveAccounts.delete.mutate({ reserveAccountId: id, version }),
  disable: ({ id, version }) => client.reserveAccounts.disable.mutate({ reserveAccountId: id, version }),
  enable: ({ id, version }) => client.reserveAccounts.enable.mutate({ reserveAccountId: id, version }),
  Fields: ReserveAccountFields,
}

/** The addresses that hold reserves. */
export function ReserveAccountsPart() {
  const { t } = useTranslation('administration')
  const networks = useNetworkNames()
  const columns: readonly ObjectColumn<ReserveAccount>[] = [
    {
      id: 'name',
      title: t('name'),
      width: 150,
      grows: true,
      textOf: ({ name }) => name,
      cell: ({ name }) => <NameText name={name} />,
    },
    {
      id: 'network',
      title: t('objects.network'),
      width: 150,
      textOf: ({ blockchainId }) => networks.get(blockchainId) ?? blockchainId,
    },
    {
      id: 'address',
      title: t('reserveAccounts.address'),
      width: 270,
      textOf: ({ address }) => address,
      cell: ({ address }) => (
        <Text size="xs" ff="monospace" span>
          <PlainText text={address} />
        </Text>
      ),
    },
    { id: 'id', title: t('id'), width: 80, textOf: ({ id }) => id },
  ]
  return <ObjectList subject={subject} query={useReserveAccounts()} columns={columns} />
}

function ReserveAccountFields({ values, set, faults }: FieldsProps<Values>) {
  const { t } = useTranslation('administration')
  return (
    <>
      <NameField name={values.name} maxLength={200} error={faults.name} onName={(name) => set('name', name)} />
      <NetworkField
        network={values.blockchainId}
        error={faults.blockchainId}
        onNetwork={(network) => set('blockchainId', network)}
      />
      <TextInput
        label={t('reserveAccounts.address')}
        description={t('objects.fixedHint')}
        required
        maxLength={200}
        spellCheck={false}
        value={values.address}
        error={faults.address}
        onChange={({ currentTarget }) => set('address', currentTarget.value.trim())}
      />
    </>
  )
}
