import { Button, FileButton, Group, Input } from '@mantine/core'
import { useRef, useState } from 'react'
import { faultOfIcon } from '../../../../../shared/network-icon.ts'
import type { AdministeredNetwork } from '../../../../../shared/networks.ts'
import { t as textOf } from '../../../../words/words.ts'
import { NetworkName } from '../../../parts/network-name.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { NameField } from './object-fields.tsx'
import { type ObjectColumn, ObjectList } from './object-list.tsx'
import type { FieldsProps, ObjectSubject } from './object-subject.ts'
import { useNetworks } from './use-reserve-objects.ts'

/** Without an icon it has the built-in one of its name. */
type Values = { readonly name: string; readonly icon: string | null }

/** An icon in words: `image/png, 812 bytes`. */
function describedIcon(icon: string | null): string {
  const [, type, base64 = ''] = /^data:([^;]{1,40});base64,(.*)$/s.exec(icon ?? '') ?? []
  if (type === undefined) return textOf('administration:networks.builtIn')
  return textOf('administration:networks.iconOf', { type, count: atob(base64).length })
}

const subject: ObjectSubject<AdministeredNetwork, Values> = {
  kind: 'networks',
  nameOf: ({ name }) => name,
  changes: { kind: 'network.changed', member: 'blockchainId' },
  empty: { name: '', icon: null },
  valuesOf: ({ name, icon }) => ({ name, icon }),
  labels: { name: 'administration:name', icon: 'administration:networks.icon' },
  create: (values, id) => client.networks.create.mutate({ ...values, ...(id && { id }) }),
  read: (blockchainId) => client.networks.get.query({ blockchainId }),
  update: ({ id, version }, changes) => client.networks.update.mutate({ blockchainId: id, version, ...changes }),
  remove: ({ id, version }) => client.networks.delete.mutate({ blockchainId: id, version }),
  disable: ({ id, version }) => client.networks.disable.mutate({ blockchainId: id, version }),
  enable: ({ id, version }) => client.networks.enable.mutate({ blockchainId: id, version }),
  Fields: NetworkFields,
  said: (name, value) => (name === 'icon' ? describedIcon(value) : value),
}

/** An icon that the browser may be given. */
const drawable = (icon: string | null) => (icon !== null && faultOfIcon(icon) === null ? icon : null)

/** The blockchain networks. */
export function NetworksPart() {
  const { t } = useTranslation('administration')
  const columns: readonly ObjectColumn<AdministeredNetwork>[] = [
    {
      id: 'name',
      title: t('name'),
      width: 220,
      grows: true,
      textOf: ({ name }) => name,
      cell: ({ name, icon }) => <NetworkName network={name} networkIcon={drawable(icon)} />,
    },
    { id: 'id', title: t('id'), width: 120, textOf: ({ id }) => id },
  ]
  return <ObjectList subject={subject} query={useNetworks()} columns={columns} />
}

function NetworkFields({ values, set, faults }: FieldsProps<Values>) {
  return (
    <>
      <NameField name={values.name} maxLength={100} error={faults.name} onName={(name) => set('name', name)} />
      <IconField icon={values.icon} error={faults.icon} onIcon={(icon) => set('icon', icon)} />
    </>
  )
}

type IconFieldProps = {
  readonly icon: string | null
  readonly error: string | undefined
  readonly onIcon: (icon: string | null) => void
}

/** Bytes; a file of more is no icon, and is not read. */
const largestFile = 48 * 1024

/** A file as a data URI; null where it cannot be an icon. */
async function iconIn(file: File): Promise<string | null> {
  if (file.size > largestFile) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  const icon = `data:${file.type};base64,${btoa(String.fromCharCode(...bytes))}`
  return drawable(icon)
}

function IconField({ icon, error, onIcon }: IconFieldProps) {
  const { t } = useTranslation('administration')
  const [isRefused, setRefused] = useState(false)
  // Without it, a file that is chosen again would be no change.
  const empty = useRef<() => void>(null)
  const take = async (file: File | null) => {
    const taken = file && (await iconIn(file))
    setRefused(file !== null && taken === null)
    if (taken) onIcon(taken)
    empty.current?.()
  }
  const goBuiltIn = () => {
    setRefused(false)
    onIcon(null)
  }
  return (
    <Input.Wrapper
      label={t('networks.icon')}
      labelElement="div"
      description={t('networks.iconHint')}
      error={isRefused ? t('networks.iconRefused') : error}
    >
      <Group gap="sm" mt={6} justify="space-between">
        <NetworkName network={describedIcon(icon)} networkIcon={drawable(icon)} />
        <Group gap="xs">
          <FileButton resetRef={empty} onChange={(file) => void take(file)} accept="image/png,image/svg+xml,image/webp">
            {(props) => (
              <Button {...props} size="xs" variant="default">
                {t('networks.chooseIcon')}
              </Button>
            )}
          </FileButton>
          {icon !== null && (
            <Button size="xs" variant="default" onClick={goBuiltIn}>
              {t('networks.useBuiltIn')}
            </Button>
          )}
        </Group>
      </Group>
    </Input.Wrapper>
  )
}
