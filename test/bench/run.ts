import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { benches, benchesApart } from './benches.ts'
import { type Lane, lanes } from './lane.ts'
import { type Measure, verdictOf } from './measure.ts'
import { figureText, targetText } from './measure-text.ts'
import { machineText, saveResult } from './results.ts'
import { writeReport } from './write-report.ts'

const usage = `npm run bench                    measures everything, and writes docs/benchmarks.md
npm run bench -- --only NAME     only that one, or several: ${benches.map(({ name }) => name).join(', ')}
npm run bench -- --except NAME   all but that one, or several
npm run bench -- --rounds 2      fewer rounds; compares with the targets, and writes nothing
npm run bench -- --quick         only checks that everything runs; compares nothing, and writes nothing
npm run bench -- peers            the usual stacks, installed when they are first needed
npm run bench -- soak             an hour of mixed load; with --minutes 10 less, which is no figure of the table
npm run bench -- postgres         one and two servers on PostgreSQL, its commits and imports
npm run bench -- report          writes docs/benchmarks.md from the results of the last runs`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    except: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string' },
    minutes: { type: 'string', default: `${lanes.full.soakMinutes}` },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** The lane, and whether its results are written down. */
function laneOf(): { readonly lane: Lane; readonly isWritten: boolean } {
  if (values.quick) return { lane: lanes.quick, isWritten: false }
  const soakMinutes = Number(values.minutes)
  if (!(soakMinutes > 0)) throw new Error('--minutes is not a number above 0')
  if (values.rounds === undefined) return { lane: { ...lanes.full, soakMinutes }, isWritten: true }
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is not a whole number above 0')
  return { lane: { ...lanes.full, rounds, load: { ...lanes.full.load, rounds } }, isWritten: false }
}

function chosen(): readonly Bench[] {
  if (positionals.length > 0) return positionals.map(apart)
  const named = [...(values.only ?? []), ...values.except]
  const unknown = named.filter((wanted) => !benches.some(({ name }) => name === wanted))
  if (unknown.length > 0) throw new Error(`No benchmark is named ${unknown.join(' or ')}.\n${usage}`)
  return benches.filter(({ name }) => (values.only?.includes(name) ?? true) && !values.except.includes(name))
}

function apart(wanted: string): Bench {
  const found = benchesApart.find(({ name }) => name === wanted)
  if (!found) throw new Error(`There is no lane ${wanted}.\n${usage}`)
  return found
}

function print(measure: Measure, { isFull }: Lane): void {
  const verdict = isFull ? `: ${verdictOf(measure)}` : ''
  const row = measure.figure ? `${measure.figure}: ` : ''
  console.log(`${row}${measure.name} (target ${targetText(measure)})${verdict}`)
  console.log(`    ${figureText(measure)}\n    ${measure.detail}`)
}

/** Runs one benchmark, prints what it came to, and writes it down. */
async function runBench({ name, run }: Bench): Promise<readonly Measure[]> {
  const { lane, isWritten } = laneOf()
  const start = performance.now()
  const outcome = await run(lane)
  const seconds = (performance.now() - start) / 1_000
  console.log(`\n${name} (${seconds.toFixed(0)} s)`)
  for (const measure of outcome.measures) print(measure, lane)
  for (const { title, rows } of outcome.tables ?? []) {
    console.log(title)
    for (const [step, ...figures] of rows) console.log(`${figures.join('  ').padStart(10)}  ${step}`)
  }
  for (const [figure, why] of Object.entries(outcome.notMeasured ?? {})) console.log(`${figure}: not measured: ${why}`)
  const command = `npm run bench -- ${positionals.includes(name) ? '' : '--only '}${name}`
  const date = new Date().toISOString().slice(0, 10)
  if (isWritten) saveResult({ bench: name, command, date, machine: machineText(), seconds, ...outcome })
  return lane.isFull ? outcome.measures : []
}

async function runAll(): Promise<void> {
  const measures: Measure[] = []
  for (const bench of chosen()) measures.push(...(await runBench(bench)))
  if (laneOf().isWritten) writeReport()
  const verdicts = measures.map(verdictOf)
  const missed = verdicts.filter((verdict) => verdict === 'missed').length
  const notJudged = verdicts.filter((verdict) => verdict === 'not judged').length
  if (missed + notJudged > 0) console.log(`\n${missed} targets missed, ${notJudged} not judged`)
  if (missed + notJudged > 0) process.exitCode = 1
}

if (values.help) console.log(usage)
else if (positionals[0] === 'report') writeReport()
else await runAll()
