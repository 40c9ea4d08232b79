import type { ConsoleFailure } from '../../bridge/failures.ts'

/** What a form edits; empty fields are null where the contract has no empty text. */
export type EditValues = Readonly<Record<string, string | null>>

/** One member that someone else changed meanwhile. */
export type Conflict<Values extends EditValues> = {
  readonly name: keyof Values & string
  readonly before: string | null
  readonly now: string | null
  readonly yours: string | null
}

const namesOf = <Values extends EditValues>(values: Values) => Object.keys(values) as (keyof Values & string)[]

/** The members that differ from those that editing began with. */
export const typedChanges = <Values extends EditValues>(typed: Values, from: Values): Partial<Values> =>
  Object.fromEntries(
    namesOf(typed)
      .filter((name) => typed[name] !== from[name])
      .map((name) => [name, typed[name]]),
  ) as Partial<Values>

/** What was typed, over what the server has by now: members that were not touched follow the server. */
export const rebased = <Values extends EditValues>(typed: Values, from: Values, now: Values): Values => ({
  ...now,
  ...typedChanges(typed, from),
})

type Versions<Values> = { readonly typed: Values; readonly from: Values; readonly now: Values }

/** What someone else changed since editing began, with what was typed. */
export const conflictsOf = <Values extends EditValues>({ typed, from, now }: Versions<Values>): Conflict<Values>[] =>
  namesOf(now)
    .filter((name) => now[name] !== from[name])
    .map((name) => ({ name, before: from[name] ?? null, now: now[name] ?? null, yours: typed[name] ?? null }))

export type Faults = { readonly faults: Readonly<Record<string, string>>; readonly rest: readonly string[] }

export const noFaults: Faults = { faults: {}, rest: [] }

/** The server's lines of a refused input by the member that they are about; `rest` has the others. */
export function faultsOf({ code, info }: Pick<ConsoleFailure, 'code' | 'info'>, names: readonly string[]): Faults {
  const faults: Record<string, string> = {}
  const rest: string[] = []
  for (const line of info) {
    const [, name = '', text = ''] = /^(\w+)[\w.]*: (.*)$/s.exec(line) ?? []
    if (code === 'ValidationError' && names.includes(name)) faults[name] = text
    else rest.push(line)
  }
  return { faults, rest }
}
