import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { machineText } from '../bench/results.ts'
import { debianPrograms, postgresPrograms } from '../store/postgres/programs.ts'
import { claimRows } from './claims.ts'
import type { FaultMeta } from './fault-figures.ts'
import { type FaultRow, type Reliability, reliabilityPage, type SuiteRow } from './reliability-page.ts'

const root = join(import.meta.dirname, '../..')
const resultFile = join(import.meta.dirname, 'reliability.json')
const page = join(root, 'docs/reliability.md')
const command = 'npm run test:cluster'

/** The result of the last whole run. */
export const readReliability = (): Reliability => JSON.parse(readFileSync(resultFile, 'utf8')) as Reliability

const hasPassed = (test: TestCase) => test.result().state === 'passed'
const most = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : null)

/** One row for all tests of a fault. */
function faultRows(tests: readonly TestCase[]): readonly FaultRow[] {
  const byFault = Map.groupBy(tests, (test) => (test.meta() as FaultMeta).faultFigures?.fault)
  byFault.delete(undefined)
  return [...byFault].map(([fault = '', cases]) => {
    const figures = cases.flatMap((test) => (test.meta() as FaultMeta).faultFigures ?? [])
    const answers = figures.flatMap((each) => each.answers)
    return {
      fault,
      cases: cases.length,
      passed: cases.filter(hasPassed).length,
      answers: answers.length,
      longestAnswer: most(answers),
      longestRecovery: most(figures.flatMap((each) => each.recoveries)),
    }
  })
}

function suiteRows(modules: readonly TestModule[]): readonly SuiteRow[] {
  const rows = modules.map((module) => {
    const tests = [...module.children.allTests()]
    const inState = (state: string) => tests.filter((test) => test.result().state === state).length
    const file = module.moduleId.slice(root.length + 1)
    return { file, passed: inState('passed'), failed: inState('failed'), skipped: inState('skipped') }
  })
  return rows.sort((one, other) => (one.file < other.file ? -1 : 1))
}

/** `postgres (PostgreSQL) 18.4` */
const versionIn = (folder: string): string =>
  execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
    .trim()
    .replace(/^postgres \((.*)\) /, '$1 ')

const versions = (): readonly string[] => [
  ...new Set([postgresPrograms, debianPrograms].flatMap((programs) => (programs ? [versionIn(programs.folder)] : []))),
]

/** Whether the command line leaves out nothing of the lane. */
function isWhole(): boolean {
  const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
    .scripts
  const words = scripts['test:cluster']?.split(' ').slice(1) ?? []
  return words.join(' ') === process.argv.slice(2).join(' ')
}

/** Writes docs/reliability.md after a whole run of the lane. */
export function reliabilityReport(): Reporter {
  const start = performance.now()
  return {
    onTestRunEnd(modules) {
      if (!isWhole()) return
      const tests = modules.flatMap((module) => [...module.children.allTests()])
      const result: Reliability = {
        command,
        date: new Date().toISOString().slice(0, 10),
        seconds: Math.round((performance.now() - start) / 1_000),
        machine: machineText(),
        versions: versions(),
        claims: claimRows(tests),
        faults: faultRows(tests),
        suites: suiteRows(modules),
      }
      writeFileSync(resultFile, `${JSON.stringify(result, null, 2)}\n`)
      writeFileSync(page, reliabilityPage(result))
    },
  }
}
