import { fail } from '../../shared/failure.ts'
import { type Result, succeed } from '../../shared/result.ts'
import { structuralFault } from './json-structure.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const unreadable = (reason: string) => fail('ValidationError', { info: [`body: ${reason}`] })

const isWhole = /^-?(0|[1-9]\d*)$/

/** Whole-number tokens come as bigint with all their digits; whoever wants a number says so in the schema. */
const exactly = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && isWhole.test(source) ? BigInt(source) : value

/** Decodes bytes that must be UTF-8: a damaged byte is a failure, never U+FFFD in a stored secret. */
export function decodeText(bytes: Uint8Array): Result<string> {
  try {
    return succeed(utf8.decode(bytes))
  } catch {
    return unreadable('is not valid UTF-8')
  }
}

/** Whether the text is JSON without duplicate keys, `__proto__`, or more than 32 levels. */
export function checkJson(text: string): Result<null> {
  const fault = structuralFault(text)
  return fault ? unreadable(fault) : succeed(null)
}

/** Reads a request body strictly. */
export function parseJson(bytes: Uint8Array): Result<unknown> {
  const text = decodeText(bytes)
  if (!text.ok) return text
  const checked = checkJson(text.value)
  if (!checked.ok) return checked
  try {
    return succeed(JSON.parse(text.value, exactly as (key: string, value: unknown) => unknown))
  } catch {
    return unreadable('is not JSON')
  }
}
