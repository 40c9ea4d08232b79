import { Text, TextInput } from '@mantine/core'
import type { ChainToken } from '../../../../../shared/chain-tokens.ts'
import { NameText, PlainText } from '../../../parts/plain-text.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { NetworkField } from './object-fields.tsx'
import { type ObjectColumn, ObjectList } from './object-list.tsx'
import type { FieldsProps, ObjectSubject } from './object-subject.ts'
import { useChainTokens, useNetworkNames } from './use-reserve-objects.ts'

type Values = {
  readonly symbol: string
  readonly blockchainId: string
  readonly contractAddress: string | null
  readonly decimals: string
}

/** A text that is no number goes to the server as it is, which says what is wrong with it. */
const decimalsOf = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : text) as number

const subject: ObjectSubject<ChainToken, Values> = {
  kind: 'chainTokens',
  nameOf: ({ symbol }) => symbol,
  changes: { kind: 'chain-token.changed', member: 'chainTokenId' },
  empty: { symbol: '', blockchainId: '', contractAddress: null, decimals: '' },
  valuesOf: ({ symbol, blockchainId, contractAddress, decimals }) => ({
    symbol,
    blockchainId,
    contractAddress,
    decimals: `${decimals}`,
  }),
  labels: {
    symbol: 'administration:chainTokens.symbol',
    blockchainId: 'administration:objects.network',
    contractAddress: 'administration:chainTokens.contract',
    decimals: 'administration:chainTokens.decimals',
  },
  create: ({ decimals, ...values }, id) =>
    client.chainTokens.create.mutate({ ...values, decimals: decimalsOf(decimals), ...(id && { id }) }),
  read: (chainTokenId) => client.chainTokens.get.query({ chainTokenId }),
  update: ({ id, version }, { decimals, ...changes }) =>
    client.chainTokens.update.mutate({
      chainTokenId: id,
      version,
      ...changes,
      ...(decimals !== undefined && { decimals: decimalsOf(decimals) }),
    }),
  remove: ({ id, version }) => client.chainTokens.delete.mutate({ chainTokenId: id, version }),
  disable: ({ id, version }) => client.chainTokens.disable.mutate({ chainTokenId: id, version }),
  enable: ({ id, version }) => client.chainTokens.enable.mutate({ chainTokenId: id, version }),
  Fields: ChainTokenFields,
}

/** The tokens of networks, whose reserves are reported. */
export function ChainTokensPart() {
  const { t } = useTranslation('administration')
  const networks = useNetworkNames()
  const columns: readonly ObjectColumn<ChainToken>[] = [
    {
      id: 'symbol',
      title: t('chainTokens.symbol'),
      width: 144,
      grows: true,
      textOf: ({ symbol }) => symbol,
      cell: ({ symbol }) => <NameText name={symbol} />,
    },
    {
      id: 'network',
      title: t('objects.network'),
      width: 114,
      textOf: ({ blockchainId }) => networks.get(blockchainId) ?? blockchainId,
    },
    {
      id: 'contract',
      title: t('chainTokens.contract'),
      width: 174,
      textOf: ({ contractAddress }) => contractAddress ?? '',
      cell: ({ contractAddress }) => <Contract address={contractAddress} />,
    },
    { id: 'decimals', title: t('chainTokens.decimals'), width: 144, textOf: ({ decimals }) => `${decimals}` },
    { id: 'id', title: t('id'), width: 68, textOf: ({ id }) => id },
  ]
  return <ObjectList subject={subject} query={useChainTokens()} columns={columns} />
}

function Contract({ address }: { readonly address: string | null }) {
  const { t } = useTranslation('administration')
  if (address === null) return t('chainTokens.native')
  return (
    <Text size="xs" ff="monospace" span>
      <PlainText text={address} />
    </Text>
  )
}

function ChainTokenFields({ values, set, faults }: FieldsProps<Values>) {
  const { t } = useTranslation('administration')
  return (
    <>
      <TextInput
        data-autofocus
        label={t('chainTokens.symbol')}
        required
        maxLength={50}
        value={values.symbol}
        error={faults.symbol}
        onChange={({ currentTarget }) => set('symbol', currentTarget.value)}
      />
      <NetworkField
        network={values.blockchainId}
        error={faults.blockchainId}
        onNetwork={(network) => set('blockchainId', network)}
      />
      <TextInput
        label={t('chainTokens.contract')}
        description={t('chainTokens.contractHint')}
        maxLength={200}
        spellCheck={false}
        value={values.contractAddress ?? ''}
        error={faults.contractAddress}
        onChange={({ currentTarget }) => set('contractAddress', currentTarget.value.trim() || null)}
      />
      <TextInput
        label={t('chainTokens.decimals')}
        description={t('chainTokens.decimalsHint')}
        required
        inputMode="numeric"
        maxLength={3}
        value={values.decimals}
        error={faults.decimals}
        onChange={({ currentTarget }) => set('decimals', currentTarget.value.trim())}
      />
    </>
  )
}
