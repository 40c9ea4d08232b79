import { fail } from '../../shared/failure.ts'
import { type Result, succeed } from '../../shared/result.ts'
import { shorten } from '../input-rules.ts'

function isReadable(query: string): boolean {
  try {
    decodeURIComponent(query)
    return true
  } catch {
    return false
  }
}

/** The members of an address's query: UTF-8, each given once. */
export function readQuery(url: string): Result<URLSearchParams> {
  const start = url.indexOf('?')
  if (start < 0) return succeed(new URLSearchParams())
  const query = url.slice(start + 1)
  if (!isReadable(query)) return fail('ValidationError', { info: ['query: is not valid UTF-8, percent-encoded'] })
  const members = new URLSearchParams(query)
  const [once, twice] = [new Set<string>(), new Set<string>()]
  for (const name of members.keys()) (once.has(name) ? twice : once).add(name)
  const info = [...twice].map((name) => `${shorten(name)}: is given twice`)
  return info.length ? fail('ValidationError', { info }) : succeed(members)
}
