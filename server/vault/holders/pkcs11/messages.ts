import type { KeyFault } from '../../key-encryption-key.ts'
import type { NamedKey } from './pkcs11-uri.ts'

/** What the process of a module is asked. `look` only finds the key. */
export type ModuleWork =
  | { readonly kind: 'look' }
  | { readonly kind: 'encrypt' | 'decrypt'; readonly data: Uint8Array; readonly bound: string }

export type ModuleRequest = {
  readonly id: number
  readonly key: NamedKey
  readonly work: ModuleWork
  /** Digests of PINs that were refused before; none of them is tried again. */
  readonly refusedPins: readonly string[]
}

/** Why a token did not do what it was asked; `damaged` means that it works, but not with these bytes. */
export type ModuleProblem = {
  readonly fault: KeyFault | 'damaged'
  readonly message: string
  readonly nextStep: string | undefined
  /** Digest of a PIN that the token has just refused. */
  readonly refusedPin: string | undefined
  /** Whether the module may only work again in a new process. */
  readonly isFatal: boolean
}

export type ModuleAnswer =
  | { readonly id: number; readonly ok: true; readonly data: Uint8Array }
  | { readonly id: number; readonly ok: false; readonly problem: ModuleProblem }
