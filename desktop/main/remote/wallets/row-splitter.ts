import { t } from '../../../words/words.ts'
import { type Fault, unreadableAnswer } from '../fault.ts'
import { deepest, endOfString, leavesEscaped, quote } from '../json-scan.ts'

const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
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

/** How deep the brackets are nested, and how many of the outermost ones are all objects. */
class Nesting {
  depth = 0
  #objectsAbove = 0

  /** Takes any byte outside a string; only brackets count. */
  take(sign: number): Fault | null {
    if (sign === openList || sign === openObject) {
      if (sign === openObject && this.#objectsAbove === this.depth) this.#objectsAbove += 1
      this.depth += 1
      return this.depth > deepest ? unreadableAnswer(t('network:response.tooDeep', { count: deepest })) : null
    }
    if (sign === closeList || sign === closeObject) this.depth -= 1
    this.#objectsAbove = Math.min(this.#objectsAbove, this.depth)
    return null
  }

  /** Whether a list that opens here can be the one of the rows. */
  isWhereRowsBegin(): boolean {
    return this.depth === depthOfRows - 1 && this.#objectsAbove === this.depth
  }
}

/** Whether the bytes at hand are inside a string, which may go on in the next ones. */
class Strings {
  isInside = false
  #isEscaped = false

  /** The index of the closing quote, or the length of the bytes when the string goes on. */
  skip(bytes: Buffer, at: number): number {
    const from = at + Number(this.#isEscaped)
    const end = endOfString(bytes, from)
    this.isInside = end === bytes.length
    this.#isEscaped = this.isInside && leavesEscaped(bytes, from)
    return end
  }
}

/** Everything outside the rows. */
class Shell {
  readonly #parts: Buffer[] = []
  readonly #most: number
  #size = 0
  #tail = ''

  constructor(most: number) {
    this.#most = most
  }

  add(bytes: Buffer): Fault | null {
    this.#parts.push(bytes)
    this.#size += bytes.length
    this.#tail = (this.#tail + lastOf(bytes)).slice(-tailBytes)
    return this.#size > this.#most ? unreadableAnswer(t('network:response.outsideRows')) : null
  }

  /** Whether the shell, with these bytes added, ends in the name of the list of rows. */
  endsInName(bytes: Buffer): boolean {
    return /"wallets"\s*:\s*$/.test(this.#tail + lastOf(bytes))
  }

  whole(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

const lastOf = (bytes: Buffer) => bytes.toString('latin1', Math.max(0, bytes.length - tailBytes))

/** The rows: the parts of the one that is arriving, and how many have arrived. */
class Rows {
  count = 0
  #parts: Buffer[] = []
  #size = 0
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  add(bytes: Buffer): Fault | null {
    this.#parts.push(bytes)
    this.#size += bytes.length
    const { most } = this.#options
    return this.#size > most ? unreadableAnswer(`wallets.${this.count}: is larger than ${most} bytes`) : null
  }

  /** Hands over the row that these bytes complete. */
  complete(bytes: Buffer): Fault | null {
    const fault = this.add(bytes)
    if (fault) return fault
    const row = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts)
    this.#parts = []
    this.#size = 0
    this.count += 1
    return this.#options.onRow(row)
  }
}

/**
 * Cuts the rows of `result.data.wallets` out of a tRPC answer while its bytes arrive, holding no more than one row. It
 * looks only at brackets, quotes and commas; whether the rest is JSON is for those who parse the rows and the shell.
 */
class Splitter implements RowSplitter {
  readonly #nesting = new Nesting()
  readonly #strings = new Strings()
  readonly #shell: Shell
  readonly #rows: Rows
  #place: 'shell' | 'list' | 'row' = 'shell'
  #commas = 0
  /** Where in the bytes at hand the shell or the row begins. */
  #start = 0

  constructor(options: Options) {
    this.#shell = new Shell(options.most)
    this.#rows = new Rows(options)
  }

  take(bytes: Buffer): Fault | null {
    this.#start = 0
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#strings.isInside) at = this.#strings.skip(bytes, at)
      else if (bytes[at] === quote && this.#place !== 'list') this.#strings.isInside = true
      else {
        const fault = this.#step(bytes, at)
        if (fault) return fault
      }
    }
    const rest = bytes.subarray(this.#start)
    if (this.#place === 'list') return null
    return this.#place === 'row' ? this.#rows.add(rest) : this.#shell.add(rest)
  }

  shell(): Buffer {
    return this.#shell.whole()
  }

  #step(bytes: Buffer, at: number): Fault | null {
    const sign = bytes[at] as number
    if (this.#place === 'row') return this.#inRow(bytes, at, sign)
    return this.#place === 'list' ? this.#inList(at, sign) : this.#inShell(bytes, at, sign)
  }

  #inShell(bytes: Buffer, at: number, sign: number): Fault | null {
    const isList =
      sign === openList && this.#nesting.isWhereRowsBegin() && this.#shell.endsInName(bytes.subarray(this.#start, at))
    if (!isList) return this.#nesting.take(sign)
    if (this.#rows.count) return unreadableAnswer(t('network:response.twoLists'))
    this.#place = 'list'
    return this.#nesting.take(sign) ?? this.#shell.add(bytes.subarray(this.#start, at + 1))
  }

  #inRow(bytes: Buffer, at: number, sign: number): Fault | null {
    const fault = this.#nesting.take(sign)
    if (fault || this.#nesting.depth !== depthOfRows) return fault
    this.#place = 'list'
    return this.#rows.complete(bytes.subarray(this.#start, at + 1))
  }

  #inList(at: number, sign: number): Fault | null {
    const { count } = this.#rows
    if (blanks.has(sign)) return null
    if (sign === openObject && this.#commas === count) return this.#enter('row', at, sign)
    if (sign === closeList && this.#commas === Math.max(0, count - 1)) return this.#enter('shell', at, sign)
    if (sign === comma) {
      this.#commas += 1
      if (this.#commas === count) return null
    }
    return unreadableAnswer(`wallets.${count}: is not a row`)
  }

  #enter(place: 'shell' | 'row', at: number, sign: number): Fault | null {
    this.#place = place
    this.#start = at
    return this.#nesting.take(sign)
  }
}

export const createRowSplitter = (options: Options): RowSplitter => new Splitter(options)
