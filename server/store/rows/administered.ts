import { toTimestampOrNull } from '../integers.ts'

export type AdministeredRow = { version: bigint; disabled_at: bigint | null }

/** What every object that can be disabled shows of its administration. */
export const administeredOf = ({ version, disabled_at }: AdministeredRow) => ({
  version: Number(version),
  disabled: disabled_at !== null,
  disabledAt: toTimestampOrNull(disabled_at),
})
