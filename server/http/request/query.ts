import { fail } from '../../../shared/failure.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { meantBy } from '../../core/input-rules.ts'

function isReadable(query: string): boolean {
  try {
    decodeURIComponent(query)
    return true
  } catch {
    return false
  }
}

/** The members of an address's query: UTF-8, each given once. Only names close to a `known` one come back in a failure. */
export function readQuery(url: string, known: readonly string[] = []): Result<URLSearchParams> {
  const start = url.indexOf('?')
  if (start < 0) return ok(new URLSearchParams())
  const query = url.slice(start + 1)
  if (!isReadable(query)) return fail('ValidationError', { info: ['query: is not valid UTF-8, percent-encoded'] })
  const members = new URLSearchParams(query)
  const once = new Set<string>()
  const twice = new Set<string>()
  for (const name of members.keys()) (once.has(name) ? twice : once).add(name)
  const info = new Set(
    [...twice].map((name) => `${meantBy(name, known) ? `${name}:` : 'query: a member'} is given twice`),
  )
  return info.size ? fail('ValidationError', { info: [...info] }) : ok(members)
}
