export type AttemptRow = {
  readonly custodian_id: bigint
  readonly token_id: bigint | null
  /** Its fingerprint as text. */
  readonly key: string
  readonly at: bigint
  readonly refused: bigint
}

/** How `refused` is stored: 0 while the attempt is open. */
export const refusedAs = { provider: 1, local: 2 } as const

/** An attempt as the budgets count it. */
export const toCountedAttempt = ({ custodian_id, token_id, key, at, refused }: AttemptRow) => ({
  key: `${custodian_id} ${key}`,
  token: `${token_id}`,
  refusedAt: refused ? Number(at) : null,
  isLocal: refused === BigInt(refusedAs.local),
})
