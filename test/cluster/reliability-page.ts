import type { ClaimRow } from './claims.ts'

export type FaultRow = {
  readonly fault: string
  readonly cases: number
  readonly passed: number
  /** How many requests were answered during the fault; times are in milliseconds. */
  readonly answers: number
  readonly longestAnswer: number | null
  readonly longestRecovery: number | null
}

export type SuiteRow = {
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What the last whole run of the lane came to, and where. */
export type Reliability = {
  readonly command: string
  readonly date: string
  readonly seconds: number
  readonly machine: string
  readonly versions: readonly string[]
  readonly claims: readonly ClaimRow[]
  readonly faults: readonly FaultRow[]
  readonly suites: readonly SuiteRow[]
}

/** In milliseconds. */
const mostToAnswer = 5_000
const mostToEnd = 15_000

const tableOf = (names: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const secondsOf = (milliseconds: number | null) =>
  milliseconds === null ? '' : `${(milliseconds / 1_000).toFixed(milliseconds < 100 ? 2 : 1)} s`

const verdictOf = (milliseconds: number, most: number) => (milliseconds <= most ? 'met' : 'missed')

/** The longest time of all faults, or of those that are chosen. */
function longest(faults: readonly FaultRow[], name: 'longestAnswer' | 'longestRecovery', chosen = /^/): number {
  return Math.max(0, ...faults.filter(({ fault }) => chosen.test(fault)).map((row) => row[name] ?? 0))
}

function timesTable({ faults }: Reliability): string {
  const answer = longest(faults, 'longestAnswer')
  const ended = longest(faults, 'longestRecovery', /^server /)
  const failover = longest(faults, 'longestRecovery', /primary/)
  return tableOf(
    ['what', 'longest', 'target', 'verdict'],
    [
      ['answer to a request during a fault of the database or a connection', answer, mostToAnswer],
      ['from a kill or stop of a server until nothing it had begun is open', ended, mostToEnd],
      ['from the new primary taking connections until servers are ready', failover, mostToAnswer],
    ].map(([what, time, most]) => [
      `${what}`,
      secondsOf(Number(time)),
      `≤ ${secondsOf(Number(most))}`,
      verdictOf(Number(time), Number(most)),
    ]),
  )
}

const claimCells = ({ claim, cases, failed, control }: ClaimRow) => [
  claim,
  failed === 0 && control ? 0 : 'not shown',
  failed === 0 ? cases : `${cases}, of which ${failed} failed`,
  control
    ? `“${control.title.replace(/^control: /, '')}”${control.times > 1 ? ` and ${control.times - 1} more` : ''}`
    : 'none ran',
]

/** docs/reliability.md, from the last whole run of the lane. */
export function reliabilityPage(result: Reliability): string {
  const { command, date, seconds, machine, versions, claims, faults, suites } = result
  const faultCells = faults.map(({ fault, cases, passed, answers, longestAnswer, longestRecovery }) => [
    fault,
    passed === cases ? cases : `${cases}, of which ${cases - passed} failed`,
    answers,
    secondsOf(longestAnswer),
    secondsOf(longestRecovery),
  ])
  return `# Reliability of servers on PostgreSQL

What happens to servers that share a database while something fails. \`${command}\` runs everything below and
writes this page. Times are those of one run on a machine that does other work too; no test asserts them.

- Run: ${date}, ${Math.round(seconds / 60)} minutes
- Machine: ${machine}
- Databases: ${versions.join('; ')}

## Times

${timesTable(result)}

## What did not happen

A row counts only if its control passed: a test in which what is claimed not to happen is made to happen, and is found.

${tableOf(['what', 'found', 'cases', 'control'], claims.map(claimCells))}

## Faults

"At a COMMIT" means: before it was sent, after it was done and before the answer, or after the answer. "Recovery" is
the time from the end of the fault until servers were ready; where a server or connection was struck at a COMMIT, the
time from then until nothing was open any more.

${tableOf(['fault', 'cases', 'requests answered during it', 'longest answer', 'longest recovery'], faultCells)}

## Suites

${tableOf(
  ['file', 'passed', 'failed', 'skipped'],
  suites.map(({ file, passed, failed, skipped }) => [
    `[${file.replace(/^test\//, '')}](../${file})`,
    passed,
    failed,
    skipped,
  ]),
)}
`
}
