import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { fail } from '../../../shared/failure.ts'
import { ok, type Result } from '../../../shared/result.ts'

/** How an answer writes int64 and decimals: as JSON numbers, or as strings for readers that would round numbers. */
export type NumberForm = 'number' | 'string'

/** The media type of each form, as an OpenAPI document lists it and a caller asks for it. */
export const mediaTypes = {
  number: 'application/json',
  string: 'application/json; numbers=string',
} as const satisfies Record<NumberForm, string>

/** The Content-Type of an answer in each form. */
export const contentTypes = {
  number: 'application/json',
  string: 'application/json; charset=utf-8; numbers=string',
} as const satisfies Record<NumberForm, string>

/** The default form first: it wins where a caller accepts both alike. */
const offered: [NumberForm, string][] = [
  ['number', 'application/json; charset=utf-8'],
  ['string', contentTypes.string],
]

/** In characters. Negotiation of n ranges takes time that grows with n squared. */
const longestAccept = 1_024

function negotiate(accept: string): NumberForm | 'neither' {
  if (accept.length > longestAccept) return 'neither'
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(offered.map(([, type]) => type))
  return offered.find(([, type]) => type === best)?.[0] ?? 'neither'
}

const negotiated = new LRUCache<string, NumberForm | 'neither'>({ max: 64 })

/** The form that an Accept header asks for (RFC 9110, 12.5.1); a header that does not name `numbers` asks for numbers. */
export function askedNumberForm(accept: string | undefined): Result<NumberForm> {
  if (!accept || !/numbers/i.test(accept)) return ok('number')
  const form = negotiated.get(accept) ?? negotiate(accept)
  negotiated.set(accept, form)
  return form === 'neither'
    ? fail('ValidationError', { info: [`Accept: must allow ${mediaTypes.number} or ${mediaTypes.string}`] })
    : ok(form)
}

/** Like `askedNumberForm`, but falls back to numbers where the header allows neither form. */
export function numberFormOf(accept: string | undefined): NumberForm {
  const asked = askedNumberForm(accept)
  return asked.ok ? asked.value : 'number'
}
