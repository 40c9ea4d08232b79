import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Store } from '../../server/store/store.ts'
import { id } from '../harness/seed.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { type ChildServer, startChildServer } from './child-server.ts'
import { makeFolder } from './fill.ts'
import type { Lane } from './lane.ts'
import { grouped, type Measure, median } from './measure.ts'
import type { RotationJob, RotationLoad } from './rotation-load-child.ts'

const connections = 64
const delay = 50
const tenantId = id(1)
const firstCustodian = 1_000
const child = (name: string) => join(import.meta.dirname, name)

/** Rotations over 64 connections, each of another custodian: with commits that are shared and not, and a slow provider. */
export async function rotationBench({ rounds, seconds }: Lane): Promise<Measure[]> {
  await using together = await startSide(0)
  await using alone = await startSide(0, ['--import', child('preloads/one-by-one.ts')])
  await using slow = await startSide(delay)
  const sides = { together, alone, slow }
  const loads: Record<keyof typeof sides, Sample[]> = { together: [], alone: [], slow: [] }
  for (const side of Object.values(sides)) await side.rotate(1)
  for (let round = 0; round < rounds; round += 1)
    for (const [name, side] of Object.entries(sides)) loads[name as keyof typeof sides].push(await side.rotate(seconds))
  return measuresOf({ together: mediansOf(loads.together), alone: mediansOf(loads.alone), slow: mediansOf(loads.slow) })
}

type Side = AsyncDisposable & { rotate(seconds: number): Promise<Sample> }

async function startSide(providerDelay: number, nodeArgs: readonly string[] = []): Promise<Side> {
  await using made = new AsyncDisposableStack()
  const folder = made.use(await temporaryFolder())
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, fillCustodians)
  const args = [...nodeArgs, child('rotation-server-child.ts'), dataDir, `${providerDelay}`]
  const server: ChildServer = made.use(await startChildServer(args))
  const owned = made.move()
  return {
    async rotate(seconds) {
      const before = server.cpu()
      const load = await loadOf({ url: server.url, token, tenantId, firstCustodian, connections, seconds })
      const after = server.cpu()
      return { ...load, cpu: (after.allThreads - before.allThreads) / (load.perSecond * seconds) }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function fillCustodians(store: Store): Promise<void> {
  await store.putTenants([{ tenantId, name: 'First Trust' }])
  await store.putCustodians(
    Array.from({ length: connections }, (_, place) => ({
      custodianId: id(firstCustodian + place),
      tenantId,
      name: `Custodian ${place}`,
      provider: 'copper' as const,
      baseUrl: null,
    })),
  )
}

async function loadOf(job: RotationJob): Promise<RotationLoad> {
  const load = spawn(process.execPath, [child('rotation-load-child.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  load.stdin.end(JSON.stringify(job))
  return JSON.parse(await text(load.stdout)) as RotationLoad
}

/** CPU microseconds of the server for each rotation. */
type Sample = RotationLoad & { readonly cpu: number }

function mediansOf(samples: readonly Sample[]): Sample {
  const of = (pick: (sample: Sample) => number) => median(samples.map(pick))
  return { perSecond: of((s) => s.perSecond), p50: of((s) => s.p50), p99: of((s) => s.p99), cpu: of((s) => s.cpu) }
}

const textOf = ({ perSecond, cpu, p50, p99 }: Sample) =>
  `${grouped(perSecond)}/s, ${grouped(cpu)} µs CPU, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

function measuresOf({ together, alone, slow }: Readonly<Record<'together' | 'alone' | 'slow', Sample>>): Measure[] {
  const ceiling = (connections * 1_000) / delay
  return [
    {
      name: `rotations over ${connections} connections, commits shared against one for each write`,
      ratio: together.perSecond / alone.perSecond,
      target: { atLeast: 2 },
      detail: `${textOf(together)} against ${textOf(alone)}`,
    },
    {
      name: `rotations over ${connections} connections with a provider that takes ${delay} ms, against ${grouped(ceiling)}/s`,
      ratio: slow.perSecond / ceiling,
      target: { atLeast: 0.85 },
      detail: textOf(slow),
    },
    {
      name: `the same, p50 against the ${delay} ms of the provider`,
      ratio: slow.p50 / delay,
      target: { atMost: 1.1 },
      detail: `${slow.p50.toFixed(1)} ms`,
    },
  ]
}
