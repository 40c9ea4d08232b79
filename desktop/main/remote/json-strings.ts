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
