import { t } from '../../words/words.ts'
import { type Fault, unreadableAnswer } from './fault.ts'

export const quote = 0x22
const backslash = 0x5c

/** How many backslashes stand just before `end`, not looking further back than `start`. */
function slashesBefore(bytes: Buffer, start: number, end: number): number {
  let slashes = 0
  while (end - 1 - slashes >= start && bytes[end - 1 - slashes] === backslash) slashes += 1
  return slashes
}

/** Where a string ends whose text goes on at `start`: the index of its closing quote, or the length of the bytes. */
export function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start); end >= 0; end = bytes.indexOf(quote, end + 1))
    if (slashesBefore(bytes, start, end) % 2 === 0) return end
  return bytes.length
}

/** Whether a string that goes on beyond the bytes leaves its next character escaped. */
export const leavesEscaped = (bytes: Buffer, start: number): boolean =>
  slashesBefore(bytes, start, bytes.length) % 2 === 1

export const deepest = 32
const mostValues = 1_000_000
const comma = 0x2c
const opens = new Set([0x5b, 0x7b])
const closes = new Set([0x5d, 0x7d])

/** What would make JSON.parse take gigabytes for a few megabytes: depth, and countless tiny values. */
export function boundsFault(bytes: Buffer): Fault | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] as number
    if (sign === quote) at = endOfString(bytes, at + 1)
    else if (sign === comma) values += 1
    else if (closes.has(sign)) depth -= 1
    else if (opens.has(sign)) {
      depth += 1
      values += 1
      if (depth > deepest) return unreadableAnswer(t('network:response.tooDeep', { count: deepest }))
    }
    if (values > mostValues) return unreadableAnswer(t('network:response.tooManyValues', { count: mostValues }))
  }
  return null
}
