import { prefix } from '../../../shared/operator-token.ts'

const most = 500
const longest = 4_000

const token = new RegExp(`(${prefix}|[Bb]earer )[\\w.~+/=-]+`, 'g')

/** The server logs no secrets; should a line have one all the same, it is not kept. */
export const withoutSecrets = (line: string): string => line.replace(token, '$1...').slice(0, longest)

export type LogLines = { add(line: string): void; all(): readonly string[]; last(count: number): readonly string[] }

/** Keeps the last 500 lines. */
export function createLogLines(): LogLines {
  const lines: string[] = []
  return {
    add(line) {
      lines.push(withoutSecrets(line))
      if (lines.length > most) lines.shift()
    },
    all: () => [...lines],
    last: (count) => lines.slice(-count),
  }
}
