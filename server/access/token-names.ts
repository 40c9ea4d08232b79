import { skeletonOf } from '../text/skeleton.ts'

const program = skeletonOf('strongroom')

/** What a name looks like without accents and what stands before its first letter or digit. */
const appearanceOf = (name: string): string =>
  skeletonOf(
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/^[^\p{L}\p{N}]+/u, ''),
  )

/**
 * Whether the audit could take a name for the program itself, as `strongroom serve`, or for a command of a user, as
 * `alice (strongroom import)`. No operator token may have such a name.
 */
export const isReservedName = (name: string): boolean =>
  appearanceOf(name).startsWith(program) ||
  skeletonOf(name.normalize('NFKC').replace(/\p{M}/gu, '')).includes(`(${program}`)

/** Tokens whose names are the same or look the same, in groups of two and more. */
export const namesakes = <Token extends { readonly name: string }>(tokens: readonly Token[]): readonly Token[][] =>
  [...Map.groupBy(tokens, ({ name }) => skeletonOf(name)).values()].filter(({ length }) => length > 1)
