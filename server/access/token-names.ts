import { skeletonOf } from '../text/skeleton.ts'

const program = () => skeletonOf('strongroom')

/** The appearance of a name without accents and without anything before its first letter or digit. */
const appearanceOf = (name: string): string =>
  skeletonOf(
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/^[^\p{L}\p{N}]+/u, ''),
  )

/**
 * Whether a name could be mistaken in the audit log for the program itself, such as `strongroom serve`, or for a user's
 * command, such as `alice (strongroom import)`. Operator tokens must not have such names.
 */
export const isReservedName = (name: string): boolean =>
  appearanceOf(name).startsWith(program()) ||
  skeletonOf(name.normalize('NFKC').replace(/\p{M}/gu, '')).includes(`(${program()}`)

/** The rule that a reserved name breaks. */
export const reservedNameRule =
  'could be mistaken for Strongroom in the audit log; it must not begin with "strongroom" or contain "(strongroom"'

/** Groups of two or more tokens whose names are the same or look the same. */
export const namesakes = <Token extends { readonly name: string }>(tokens: readonly Token[]): readonly Token[][] =>
  [...Map.groupBy(tokens, ({ name }) => skeletonOf(name)).values()].filter(({ length }) => length > 1)
