import { Textarea, TextInput } from '@mantine/core'
import { longestTokenDays } from '../../../../../shared/token-administration.ts'
import type { ConsoleFailure } from '../../../../bridge/failures.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import { linesOf } from './token-rows.ts'

type OwnerFieldProps = {
  readonly owner: string
  readonly error: string | undefined
  readonly onOwner: (owner: string) => void
}

/** The person or the team that a token belongs to. */
export function OwnerField({ owner, error, onOwner }: OwnerFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <TextInput
      label={t('tokens.owner')}
      description={t('tokens.ownerHint')}
      autoComplete="off"
      maxLength={200}
      value={owner}
      error={error}
      onChange={({ currentTarget }) => onOwner(currentTarget.value)}
    />
  )
}

type AddressesFieldProps = {
  readonly addresses: string
  readonly failure: ConsoleFailure | null
  readonly onAddresses: (addresses: string) => void
}

/** The addresses and ranges from which a token may be used. */
export function AddressesField({ addresses, failure, onAddresses }: AddressesFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <Textarea
      label={t('tokens.addresses')}
      description={t('tokens.addressesHint')}
      autosize
      minRows={1}
      maxRows={6}
      spellCheck={false}
      value={addresses}
      error={failure && faultOfAddresses(failure, linesOf(addresses))}
      onChange={({ currentTarget }) => onAddresses(currentTarget.value)}
    />
  )
}

/** What the server refuses of the addresses, with the first one that is wrong. */
function faultOfAddresses({ code, info }: ConsoleFailure, lines: readonly string[]): string | null {
  if (code !== 'ValidationError') return null
  const [found] = info.flatMap((line) => {
    const [whole, index, text] = /^allowedFrom(?:\.(\d+))?: (.*)$/s.exec(line) ?? []
    return whole === undefined ? [] : [[lines[Number(index)], text].filter(Boolean).join(': ')]
  })
  return found ?? null
}

type ExpiryFieldProps = {
  readonly day: string
  readonly onDay: (day: string) => void
  readonly isWrong: boolean
}

/** The last day on which a token works. */
export function ExpiryField({ day, onDay, isWrong }: ExpiryFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <TextInput
      label={t('tokens.expires')}
      description={t('tokens.expiresHint', { count: longestTokenDays })}
      autoComplete="off"
      value={day}
      error={isWrong ? t('tokens.dateWrong') : null}
      onChange={({ currentTarget }) => onDay(currentTarget.value.trim())}
    />
  )
}
