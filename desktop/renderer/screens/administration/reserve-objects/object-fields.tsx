import { NativeSelect, TextInput } from '@mantine/core'
import { nameText } from '../../../parts/plain-text.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { useNetworkNames } from './use-reserve-objects.ts'

type NameFieldProps = {
  readonly name: string
  readonly maxLength: number
  readonly error: string | undefined
  readonly onName: (name: string) => void
}

/** The first field of a form. */
export function NameField({ name, maxLength, error, onName }: NameFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <TextInput
      data-autofocus
      label={t('name')}
      required
      maxLength={maxLength}
      value={name}
      error={error}
      onChange={({ currentTarget }) => onName(currentTarget.value)}
    />
  )
}

type NetworkFieldProps = {
  readonly network: string
  readonly error: string | undefined
  readonly onNetwork: (network: string) => void
}

/** The network of a token or a reserve account, chosen by name. */
export function NetworkField({ network, error, onNetwork }: NetworkFieldProps) {
  const { t } = useTranslation('administration')
  const names = useNetworkNames()
  const options = network === '' || names.has(network) ? [...names] : [[network, network] as const, ...names]
  return (
    <NativeSelect
      label={t('objects.network')}
      description={t('objects.fixedHint')}
      required
      value={network}
      error={error}
      data={[
        { value: '', label: t('objects.chooseNetwork') },
        ...options.map(([value, name]) => ({ value, label: nameText(name) })),
      ]}
      onChange={({ currentTarget }) => onNetwork(currentTarget.value)}
    />
  )
}
