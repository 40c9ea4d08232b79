import { type Fault, unreadable } from './fault.ts'

const deepest = 32
const mostValues = 1_000_000
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const opens = new Set([0x5b, 0x7b])
const closes = new Set([0x5d, 0x7d])

/** Where the string ends that began before `at`: the index of its closing quote, or the end of the bytes. */
function endOfString(bytes: Buffer, at: number): number {
  for (let end = bytes.indexOf(quote, at); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let slashes = 0
    while (end - 1 - slashes >= at && bytes[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return bytes.length
}

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
