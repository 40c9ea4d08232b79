import type { TokenRecord } from './store.ts'

/** The operator tokens that a data folder knows, by the SHA-256 of their text (hex). */
export type TokenRegister = {
  readonly tokens: ReadonlyMap<string, TokenRecord>
  /** Why tokens or revocations may be missing; null where the register is known to be complete. */
  readonly fault: string | null
}
