import { z } from 'zod'

/** Letters and digits alone, in one case: `api_key` and `API-Key` are slips for `apiKey`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Edit distance of two short texts: how many letters are added, dropped or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= to.length; at += 1)
      next[at] = Math.min(
        (row[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1),
      )
    row = next
  }
  return row[to.length] ?? 0
}

/** Of a short name a few letters more would be any other word. */
const mostSlips = (known: string): number => Math.min(2, Math.floor(known.length / 3))

/** More than that around a known name may be a secret itself. */
const mostExtra = 4

function isCloseTo(name: string, known: string): boolean {
  if (name.length > known.length + mostExtra || !/^[\w.[\]-]+$/.test(name)) return false
  const given = plain(name)
  const wanted = plain(known)
  if (given.length >= 3 && wanted.includes(given)) return true
  const most = mostSlips(wanted)
  return Math.abs(given.length - wanted.length) <= most && distance(given, wanted) <= most
}

/**
 * The known name that a caller's word is a slip for; undefined for any other word, which is never repeated: a secret that
 * was put in a name's place would come back in the answer, and from there into logs.
 */
export const meantBy = (name: string, known: readonly string[]): string | undefined =>
  known.find((each) => each === name) ?? known.find((each) => isCloseTo(name, each))

/** Lines about members that do not belong where they are; `place` is what info calls that. */
export function unknownMembers(names: readonly string[], known: readonly string[], place: string): string[] {
  const list = `known are ${known.join(', ') || 'none'}`
  const slips = names.flatMap((name) => {
    const meant = meantBy(name.replace(/^query\./, ''), known)
    return meant ? [{ name, meant }] : []
  })
  const others = names.length - slips.length
  const lines = slips.map(({ name, meant }) =>
    name === `query.${meant}` ? `${name}: is not known here; ${list}` : `${name}: is not known here; use ${meant}`,
  )
  return others === 0 ? lines : [...lines, `${place}: has ${memberCount(others)} not known here; ${list}`]
}

const memberCount = (count: number) => (count === 1 ? '1 member' : `${count} members`)

function linesOf(issue: z.core.$ZodIssue, known: readonly string[]): string[] {
  const path = issue.path.join('.')
  if (issue.code === 'invalid_type' && !path) return ['input: must be an object']
  if (issue.code === 'unrecognized_keys') return unknownMembers(issue.keys, known, 'input')
  return [path ? `${path}: ${issue.message}` : issue.message]
}

/** One line per failed rule; names known members, never their values. */
export function infoOf(error: z.ZodError, schema: z.core.$ZodType): string[] {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return error.issues.flatMap((issue) => linesOf(issue, known))
}
