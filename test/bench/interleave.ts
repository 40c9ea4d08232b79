import type { ChildServer } from './child-server.ts'
import type { Lane } from './lane.ts'
import type { Generator, Job } from './load.ts'
import { median } from './measure.ts'

export type Subject = { readonly server: ChildServer; readonly job: Omit<Job, 'connections' | 'seconds'> }

/** Medians over the rounds. */
export type Sample = {
  readonly perSecond: number
  /** CPU time of the server's process per request, microseconds. */
  readonly cpu: number
  /** How much of the time its main thread ran: 1 when nothing but the server is the limit. */
  readonly busy: number
  /** Milliseconds. */
  readonly p99: number
}

type Rounds = Pick<Lane, 'rounds' | 'seconds' | 'warmUpSeconds'> & { readonly generator: Generator }

const connections = 16

/** Loads each subject in turn, round after round, so that other work of the machine affects all of them. */
export async function interleave<Name extends string>(
  subjects: Readonly<Record<Name, Subject>>,
  { generator, rounds, seconds, warmUpSeconds }: Rounds,
): Promise<Record<Name, Sample>> {
  const names = Object.keys(subjects) as Name[]
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]))
  if (warmUpSeconds) for (const name of names) await loadOnce(subjects[name], generator, warmUpSeconds)
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) samples.get(name)?.push(await loadOnce(subjects[name], generator, seconds))
  return Object.fromEntries(names.map((name) => [name, mediansOf(samples.get(name) ?? [])])) as Record<Name, Sample>
}

async function loadOnce({ server, job }: Subject, generator: Generator, seconds: number): Promise<Sample> {
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

function mediansOf(samples: readonly Sample[]): Sample {
  const of = (pick: (sample: Sample) => number) => median(samples.map(pick))
  return { perSecond: of((s) => s.perSecond), cpu: of((s) => s.cpu), busy: of((s) => s.busy), p99: of((s) => s.p99) }
}
