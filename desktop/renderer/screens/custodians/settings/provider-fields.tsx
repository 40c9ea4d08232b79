import { NativeSelect, TextInput } from '@mantine/core'
import { ProviderId, providers } from '../../../../../shared/providers.ts'
import { useTranslation } from '../../../parts/use-translation.ts'

type FieldProps = { readonly isOff?: boolean; readonly error: string | undefined }

type ProviderFieldProps = FieldProps & {
  readonly provider: string
  /** Whether keys are stored, which belong to one provider. */
  readonly isFixed?: boolean
  readonly onProvider: (provider: string) => void
}

export function ProviderField({ provider, isFixed = false, isOff = false, error, onProvider }: ProviderFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <NativeSelect
      label={t('custodian.provider')}
      {...(isFixed && { description: t('custodian.providerFixed') })}
      value={provider}
      disabled={isFixed || isOff}
      error={error}
      data={ProviderId.options.map((value) => ({ value, label: providers[value].title }))}
      onChange={({ currentTarget }) => onProvider(currentTarget.value)}
    />
  )
}

type BaseUrlFieldProps = FieldProps & { readonly baseUrl: string; readonly onBaseUrl: (baseUrl: string) => void }

export function BaseUrlField({ baseUrl, isOff = false, error, onBaseUrl }: BaseUrlFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <TextInput
      label={t('custodian.baseUrl')}
      description={t('custodian.baseUrlHint')}
      maxLength={200}
      spellCheck={false}
      value={baseUrl}
      disabled={isOff}
      error={error}
      onChange={({ currentTarget }) => onBaseUrl(currentTarget.value)}
    />
  )
}
