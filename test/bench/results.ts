import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './bench.ts'

const folder = join(import.meta.dirname, 'results')

/** What the last full run of one benchmark came to, and where. */
export type Result = Outcome & {
  readonly bench: string
  readonly command: string
  readonly date: string
  readonly machine: string
  readonly seconds: number
}

/** Keeps the results of the other benchmarks as they are. */
export function saveResult(result: Result): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${result.bench}.json`), `${JSON.stringify(result, rounded, 2)}\n`)
}

/** The last digits of a measurement only make two results harder to compare. */
const rounded = (_key: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value)

export const readResults = (): readonly Result[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Result)

export const machineText = (): string =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${process.platform}, Node ${process.versions.node}`
