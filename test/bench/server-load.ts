import type { ChildServer } from './child-server.ts'
import { interleave } from './interleave.ts'
import type { Lane } from './lane.ts'
import type { Generator, Job } from './load.ts'
import { grouped, median, type Ratio, ratioOf } from './measure.ts'

/** A server, and what it is asked. */
export type Subject = { readonly server: ChildServer; readonly job: Omit<Job, 'connections' | 'seconds'> }

/** What one round of load came to. */
export type LoadSample = {
  readonly perSecond: number
  /** CPU time of the server's process per request, microseconds. */
  readonly cpu: number
  /** How much of the time its main thread ran: 1 when nothing but the server is the limit. */
  readonly busy: number
  /** Milliseconds. */
  readonly p99: number
}

type Samples = readonly LoadSample[]

export const connections = 16

type Rounds = Lane['load'] & { readonly generator: Generator }

/** Loads each subject in turn, after each has had time to compile the code that answers. */
export async function loadInTurn<Name extends string>(
  subjects: Readonly<Record<Name, Subject>>,
  { generator, rounds, seconds, warmUpSeconds }: Rounds,
): Promise<Record<Name, Samples>> {
  const entries = Object.entries<Subject>(subjects)
  if (warmUpSeconds) for (const [, subject] of entries) await loadOnce(subject, generator, warmUpSeconds)
  const turns = entries.map(([name, subject]) => [name, () => loadOnce(subject, generator, seconds)])
  return interleave(Object.fromEntries(turns) as Record<Name, () => Promise<LoadSample>>, rounds)
}

async function loadOnce({ server, job }: Subject, generator: Generator, seconds: number): Promise<LoadSample> {
  const before = server.cpu()
  const { requests, duration, p99, failures } = await generator.run({ ...job, connections, seconds })
  if (failures > 0) throw new Error(`${failures} of ${requests} requests to ${job.url} failed`)
  const after = server.cpu()
  return {
    perSecond: (requests * 1e6) / duration,
    cpu: (after.allThreads - before.allThreads) / requests,
    busy: (after.mainThread - before.mainThread) / duration,
    p99: p99 / 1_000,
  }
}

/** Below this share of a core the server waited for the generator or for others on the machine: its rate tells of them. */
const saturated = 0.9

type Compared = {
  readonly ours: Samples
  readonly theirs: Samples
  /** A subject that was loaded twice in each of the same rounds. */
  readonly control: readonly [Samples, Samples]
}

/** Requests a second and CPU time of one server against another: more than 1 is in favour of the first. */
export function compareLoads({ ours, theirs, control: [first, second] }: Compared): {
  readonly value: readonly Ratio[]
  readonly detail: string
} {
  const busy = Math.min(busyOf(ours), busyOf(theirs))
  const rate: Ratio = {
    of: 'requests/s',
    value: rateRatio(ours, theirs),
    control: rateRatio(first, second),
    ...(busy < saturated && { notJudged: `a server was busy only ${(busy * 100).toFixed(0)} % of the time` }),
  }
  const time: Ratio = { of: 'CPU', value: cpuRatio(ours, theirs), control: cpuRatio(first, second) }
  return { value: [rate, time], detail: `${textOf(ours)} against ${textOf(theirs)}` }
}

/** The control as a figure of its own: how noisy the run was. */
export function controlOf({ control: [first, second] }: Pick<Compared, 'control'>) {
  const ratios: readonly Ratio[] = [
    { of: 'requests/s', value: rateRatio(first, second), control: null },
    { of: 'CPU', value: cpuRatio(first, second), control: null },
  ]
  return { value: ratios, detail: `${textOf(first)} against ${textOf(second)}` }
}

const rateRatio = (ours: Samples, theirs: Samples) =>
  ratioOf(
    ours.map(({ perSecond }) => perSecond),
    theirs.map(({ perSecond }) => perSecond),
  )

/** The other way round, so that less time is more. */
const cpuRatio = (ours: Samples, theirs: Samples) =>
  ratioOf(
    theirs.map(({ cpu }) => cpu),
    ours.map(({ cpu }) => cpu),
  )

const busyOf = (samples: Samples) => median(samples.map(({ busy }) => busy))

function textOf(samples: Samples): string {
  const of = (pick: (sample: LoadSample) => number) => median(samples.map(pick))
  const cpu = of((sample) => sample.cpu).toFixed(1)
  const p99 = of((sample) => sample.p99).toFixed(1)
  return `${grouped(of((sample) => sample.perSecond))}/s, ${cpu} µs CPU, p99 ${p99} ms`
}
