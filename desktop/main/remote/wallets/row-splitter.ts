import { type Fault, unreadableAnswer } from '../fault.ts'
import { deepest, endOfString, leavesEscaped, quote } from '../json-scan.ts'

const [comma, openList, closeList, openObject, closeObject] = [0x2c, 0x5b, 0x5d, 0x7b, 0x7d]
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d])
/** `{"result":{"data":{` and the list within. */
const depthOfRows = 4
const tailBytes = 64

type RowSplitter = {
  /** Takes the next bytes of the answer. */
  take(bytes: Buffer): Fault | null
  /** What has come so far outside the rows: the answer with an empty list. */
  shell(): Buffer
}

type Options = {
  /** Most bytes of a row, and of everything outside the rows. */
  readonly most: number
  /** Takes one whole row. */
  readonly onRow: (bytes: Buffer) => Fault | null
}

/**
 * Cuts the rows of `result.data.wallets` out of an answer of tRPC while its bytes arrive, without holding more than one.
 * It looks only at brackets, quotes and commas; whether the rest is JSON is found out by who parses rows and shell.
 */
export function createRowSplitter({ most, onRow }: Options): RowSplitter {
  const shell: Buffer[] = []
  let row: Buffer[] = []
  let place: 'shell' | 'list' | 'row' = 'shell'
  let [isString, isEscaped, tail] = [false, false, '']
  let [depth, objectsAbove, rows, commas, shellSize, rowSize] = [0, 0, 0, 0, 0, 0]
  /** Where in the bytes at hand the shell or the row goes on. */
  let start = 0

  const keep = {
    list: () => null,
    shell: (bytes: Buffer): Fault | null => {
      shell.push(bytes)
      shellSize += bytes.length
      tail = (tail + bytes.toString('latin1', Math.max(0, bytes.length - tailBytes))).slice(-tailBytes)
      return shellSize > most ? unreadableAnswer('the answer says more around its rows than is understood') : null
    },
    row: (bytes: Buffer): Fault | null => {
      row.push(bytes)
      rowSize += bytes.length
      return rowSize > most ? unreadableAnswer(`wallets.${rows}: is larger than ${most} bytes`) : null
    },
  }

  const bracket = (sign: number): Fault | null => {
    if (sign === openList || sign === openObject) {
      if (sign === openObject && objectsAbove === depth) objectsAbove += 1
      depth += 1
      return depth > deepest ? unreadableAnswer(`the answer is nested more than ${deepest} levels deep`) : null
    }
    if (sign === closeList || sign === closeObject) depth -= 1
    objectsAbove = Math.min(objectsAbove, depth)
    return null
  }

  const beginsList = (bytes: Buffer, at: number): boolean =>
    bytes[at] === openList &&
    depth === depthOfRows - 1 &&
    objectsAbove === depth &&
    /"wallets"\s*:\s*$/.test(tail + bytes.toString('latin1', Math.max(start, at - tailBytes), at))

  const beginList = (bytes: Buffer): Fault | null => {
    if (rows) return unreadableAnswer('the answer has two lists of wallets')
    place = 'list'
    return bracket(openList) ?? keep.shell(bytes)
  }

  const endRow = (bytes: Buffer): Fault | null => {
    const fault = keep.row(bytes)
    if (fault) return fault
    const whole = row.length === 1 ? bytes : Buffer.concat(row)
    row = []
    rowSize = 0
    rows += 1
    place = 'list'
    return onRow(whole)
  }

  const goOn = (next: 'shell' | 'row', at: number, sign: number): Fault | null => {
    place = next
    start = at
    return bracket(sign)
  }

  const steps = {
    shell: (bytes: Buffer, at: number) =>
      beginsList(bytes, at) ? beginList(bytes.subarray(start, at + 1)) : bracket(bytes[at] as number),
    row: (bytes: Buffer, at: number) =>
      bracket(bytes[at] as number) ?? (depth === depthOfRows ? endRow(bytes.subarray(start, at + 1)) : null),
    list: (bytes: Buffer, at: number) => {
      const sign = bytes[at] as number
      if (blanks.has(sign)) return null
      if (sign === openObject && commas === rows) return goOn('row', at, sign)
      if (sign === closeList && commas === Math.max(0, rows - 1)) return goOn('shell', at, sign)
      if (sign === comma && ++commas === rows) return null
      return unreadableAnswer(`wallets.${rows}: is not a row`)
    },
  }

  /** The index of the closing quote, or the length of the bytes when the string goes on. */
  const skipString = (bytes: Buffer, at: number): number => {
    const from = at + Number(isEscaped)
    const end = endOfString(bytes, from)
    isString = end === bytes.length
    isEscaped = isString && leavesEscaped(bytes, from)
    return end
  }

  const take = (bytes: Buffer): Fault | null => {
    start = 0
    for (let at = 0; at < bytes.length; at += 1) {
      if (isString) at = skipString(bytes, at)
      else if (bytes[at] === quote && place !== 'list') isString = true
      else {
        const fault = steps[place](bytes, at)
        if (fault) return fault
      }
    }
    return keep[place](bytes.subarray(start))
  }

  return { take, shell: () => Buffer.concat(shell) }
}
