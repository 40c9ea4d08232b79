import type { ValidationResult } from '../../shared/credentials.ts'
import type { Custodian } from '../../shared/custodians.ts'
import type { Rotation } from '../../shared/rotations.ts'

declare const isNew: unique symbol

/** A word of a server that is newer than this console: it can be shown, and decides nothing. */
export type NewWord = string & { readonly [isNew]: true }

/** One of the contract's words, or one that came after it. */
export type Word<Known extends string> = Known | NewWord

type Read<Shape, Names extends keyof Shape> = {
  readonly [Name in keyof Shape]: Name extends Names ? Shape[Name] | NewWord : Shape[Name]
}

/** What the console reads, as opposed to what the contract of its own time says. */
export type ReadCustodian = Read<Custodian, 'state' | 'provider'>
export type ReadRotation = Read<Rotation, 'stage' | 'outcome' | 'verdict'>
export type ReadValidation = Read<ValidationResult, 'verdict'>

type Words<Known extends string> = { readonly options: readonly Known[] }

/** Whether a word is one of the contract's; `constructor` and the like are none. */
export const isKnown = <Known extends string>({ options }: Words<Known>, word: string | null): word is Known =>
  (options as readonly (string | null)[]).includes(word)
