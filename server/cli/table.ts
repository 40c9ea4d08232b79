import { styleText } from 'node:util'
import { nameUnseen } from '../../shared/unseen-characters.ts'

type Style = Parameters<typeof styleText>[0]

/** Words whose colour says at once what is well and what needs someone; all other cells are plain. */
const styles: Readonly<Record<string, Style>> = {
  active: 'green',
  valid: 'green',
  stored: 'green',
  unchanged: 'green',
  ready: 'green',
  ok: 'green',
  rotating: 'yellow',
  'in progress': 'yellow',
  warn: 'yellow',
  throttled: 'yellow',
  unreachable: 'yellow',
  'clock-skew': 'yellow',
  'no credentials': 'yellow',
  expired: 'yellow',
  rejected: 'red',
  refused: 'red',
  failed: 'red',
  fail: 'red',
  voided: 'red',
  interrupted: 'red',
  'wrong-credentials': 'red',
  'not-permitted': 'red',
  'different-account': 'red',
  'not ready': 'red',
  disabled: 'yellow',
  revoked: 'dim',
}

/** Colours text for a person: not on a pipe or with NO_COLOR, and everywhere with FORCE_COLOR. */
const styled = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout })

const colouredCell = (cell: string, text: string): string =>
  Object.hasOwn(styles, cell) ? styled(styles[cell] as Style, text) : text

/** Colours a word of a line that is not in a table. */
export const coloured = (word: string): string => colouredCell(word.trim(), word)

const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u
const unprinted = /\p{Mn}/u

const widthOf = (character: string): number => (wide.test(character) ? 2 : unprinted.test(character) ? 0 : 1)

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Columns that a terminal needs for a text. */
const columnsOf = (text: string): number =>
  isPlain(text) ? text.length : [...text].reduce((sum, character) => sum + widthOf(character), 0)

/** The text in so many columns; one that is cut ends in an ellipsis. */
function fitted(text: string, columns: number): string {
  const missing = columns - columnsOf(text)
  if (missing >= 0) return text + ' '.repeat(missing)
  let cut = ''
  let used = 0
  for (const character of text) {
    used += widthOf(character)
    if (used > columns - 1) break
    cut += character
  }
  return fitted(`${cut}…`, columns)
}

const gap = '  '
const narrowest = 8
/** So much of a cell says what it is about. */
const comfortable = 16

/** Takes from the widest columns until the row fits, or none may become narrower. */
function shrunk(widths: readonly number[], available: number): readonly number[] {
  const now = [...widths]
  let excess = now.reduce((sum, width) => sum + width + gap.length, -gap.length) - available
  while (excess > 0) {
    const widest = Math.max(...now)
    if (widest <= narrowest) break
    const runnerUp = Math.max(narrowest, ...now.filter((width) => width < widest))
    const cut = Math.min(excess, widest - runnerUp)
    now[now.indexOf(widest)] = widest - cut
    excess -= cut
  }
  return now
}

/** Columns to fit into: those of the terminal of a person, otherwise any number. One that does not say has 0. */
const availableColumns = (): number => (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY

type Rows = readonly (readonly string[])[]

/** Of each column, what its widest cell needs. */
const naturalWidths = (rows: Rows): readonly number[] =>
  (rows[0] ?? []).map((_, column) => rows.reduce((widest, row) => Math.max(widest, columnsOf(row[column] ?? '')), 0))

/** How many of the first columns the terminal has room for; at least two. */
export function columnsInSight(rows: Rows): number {
  let room = availableColumns() + gap.length
  const widths = naturalWidths(rows.map((row) => row.map(nameUnseen)))
  const cut = widths.findIndex((width) => {
    room -= Math.min(width, comfortable) + gap.length
    return room < 0
  })
  return cut === -1 ? widths.length : Math.max(cut, 2)
}

/** Rows as columns of text under a header, in the width of the terminal. Unseen characters are named. */
export function table(rows: Rows): string {
  const shown = rows.map((row) => row.map(nameUnseen))
  const widths = shrunk(naturalWidths(shown), availableColumns())
  const lines = shown.map((row, index) =>
    row
      .map((cell, column) => {
        const text =
          column === row.length - 1 && columnsOf(cell) <= (widths[column] ?? 0)
            ? cell
            : fitted(cell, widths[column] ?? 0)
        return index === 0 ? styled('bold', text) : colouredCell(cell, text)
      })
      .join(gap)
      .trimEnd(),
  )
  return lines.join('\n')
}

/** Names and values, one pair a line. */
export function record(pairs: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs
    .map(([name, value]) => `${styled('bold', name.padEnd(width))}${gap}${colouredCell(value, nameUnseen(value))}`)
    .join('\n')
}
