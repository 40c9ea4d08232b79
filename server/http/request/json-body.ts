import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../../../shared/failure.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { structuralFault } from '../../text/json-structure.ts'
import { RequestRefusal } from '../response/failure-reply.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const unreadable = (place: string, reason: string) => fail('ValidationError', { info: [`${place}: ${reason}`] })

const isWhole = /^-?(0|[1-9]\d*)$/

/** Whole numbers are parsed as bigint with all their digits; a schema that wants a number says so. */
const exactly = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && isWhole.test(source) ? BigInt(source) : value

/** Reads JSON strictly: no duplicate keys, no `__proto__`, at most 32 levels. `place` is what info calls the text. */
export function readJson(text: string, place: string): Result<unknown> {
  const fault = structuralFault(text)
  if (fault) return unreadable(place, fault)
  try {
    return ok(JSON.parse(text, exactly as (key: string, value: unknown) => unknown))
  } catch {
    return unreadable(place, 'is not JSON')
  }
}

/** Decodes bytes that must be UTF-8: a damaged byte is a failure, never U+FFFD in a stored secret. */
function decode(bytes: Uint8Array): Result<string> {
  try {
    return ok(utf8.decode(bytes))
  } catch {
    return unreadable('body', 'is not valid UTF-8')
  }
}

const charset = /;\s*charset\s*=\s*"?([^\s";]*)/gi

const isPlainUtf8 = (headers: IncomingHttpHeaders) =>
  [...(headers['content-type'] ?? '').matchAll(charset)].every(([, name = '']) => /^utf-?8$/i.test(name)) &&
  (headers['content-encoding'] ?? 'identity') === 'identity'

/** Lets bodies be JSON in plain UTF-8 and nothing else; no bytes are no body. */
export function addJsonParser(app: FastifyInstance, read: (text: string) => Result<unknown>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      const text = isPlainUtf8(headers) ? decode(bytes) : fail('UnsupportedMediaType')
      const body = text.ok ? read(text.value) : text
      if (!body.ok) throw new RequestRefusal(body.error)
      return body.value
    },
  )
}
