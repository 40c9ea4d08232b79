import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ChildServer } from './child-server.ts'
import { walletsPath } from './fill.ts'
import { interleave } from './interleave.ts'
import { extra, grouped, type Measure, median, ratioOf, required, spreadOf } from './measure.ts'
import type { OpenLoopJob, OpenLoopLoad } from './open-loop-child.ts'
import { roundTripOf } from './postgres-cluster.ts'
import { connections, headersOf, loadOf, type Scene, type Target } from './postgres-scene.ts'

/** Requests a second that leave every process idle for most of the time. */
const steady = 1_000

type Latencies = Readonly<Record<'sqlite' | 'single' | 'bare' | 'asking' | 'again', readonly number[]>>

/** What the database adds to a cached read, in what one question to it adds to a bare server. */
export async function latencyMeasures(scene: Scene): Promise<Measure[]> {
  const { lane, databaseUrl } = scene
  const calm = (target: Target) => async () => (await loadOf(target, { seconds: lane.seconds, of: 1 })).p50 / 1_000
  const many = (target: Target) => () => steadyP50(target, lane.seconds)
  const inTurn = (measured: (target: Target) => () => Promise<number>): Promise<Latencies> => {
    const { sqlite, single, bare, asking } = scene
    const subjects = { sqlite, single, bare, asking, again: asking }
    const turns = Object.entries(subjects).map(([name, target]) => [name, measured(target)])
    return interleave(Object.fromEntries(turns) as Record<keyof Latencies, () => Promise<number>>, lane.rounds)
  }
  const loop = `questions alone, one after another, take ${(await roundTripOf(databaseUrl)).toFixed(3)} ms`
  const alone = tripsOf(await inTurn(calm))
  return [
    required('G21 p50', { ...alone, detail: `${alone.detail}; ${loop}` }),
    extra({
      name: `the same over ${connections} connections, at a steady ${grouped(steady)} requests/s`,
      target: { atMost: 2 },
      ...tripsOf(await inTurn(many)),
    }),
  ]
}

function tripsOf({ sqlite, single, bare, asking, again }: Latencies) {
  const trip = median(asking) - median(bare)
  const added = single.map((p50, round) => (p50 - (sqlite[round] as number)) / trip)
  const textIn = (milliseconds: readonly number[]) => median(milliseconds).toFixed(3)
  return {
    value: spreadOf(added),
    control: ratioOf(again, asking),
    detail: `p50 ${textIn(single)} ms against ${textIn(sqlite)} ms; a bare server that asks one question ${textIn(asking)} ms against ${textIn(bare)} ms`,
  }
}

async function steadyP50({ servers: [server], token }: Target, seconds: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'open-loop-child.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { url } = server as ChildServer
  const job: OpenLoopJob = {
    url,
    paths: [walletsPath],
    headers: headersOf(token),
    connections,
    perSecond: steady,
    seconds,
  }
  child.stdin.end(JSON.stringify(job))
  const { p50Sent, errors } = JSON.parse(await text(child.stdout)) as OpenLoopLoad
  if (errors > 0) throw new Error(`${errors} requests failed`)
  return p50Sent
}
