import { type Fault, unreadable } from './fault.ts'
import { endOfString, quote } from './json-strings.ts'

export const deepest = 32
const mostValues = 1_000_000
const comma = 0x2c
const opens = new Set([0x5b, 0x7b])
const closes = new Set([0x5d, 0x7d])

/** What would make JSON.parse take gigabytes for a few megabytes: depth, and countless tiny values. */
export function boundsFault(bytes: Buffer): Fault | null {
  let [depth, values] = [0, 1]
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] as number
    if (sign === quote) at = endOfString(bytes, at + 1)
    else if (sign === comma) values += 1
    else if (closes.has(sign)) depth -= 1
    else if (opens.has(sign)) {
      depth += 1
      values += 1
      if (depth > deepest) return unreadable(`the answer is nested more than ${deepest} levels deep`)
    }
    if (values > mostValues) return unreadable(`the answer has more than ${mostValues} values`)
  }
  return null
}
