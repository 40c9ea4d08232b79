import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Store } from '../../server/store/store.ts'
import { id } from '../harness/seed.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { type ChildServer, startChildServer } from './child-server.ts'
import { makeFolder } from './fill.ts'
import { interleave } from './interleave.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, type Measure, median, ratioOf, required, spreadOf } from './measure.ts'
import type { RotationJob, RotationLoad } from './rotation-load-child.ts'

const connections = 64
const delay = 50
const tenantId = id(1)
const firstCustodian = 1_000
const child = (name: string) => join(import.meta.dirname, name)

/** Rotations over 64 connections, each of another custodian: with commits that are shared and not, and a slow provider. */
export async function rotationBench({ load: { rounds, seconds } }: Lane): Promise<Outcome> {
  await using together = await startSide()
  await using alone = await startSide({ nodeArgs: ['--import', child('one-by-one-preload.ts')] })
  await using slow = await startSide({ providerDelay: delay })
  await using bare = await startSide({ providerDelay: delay, script: 'bare-rotation-child.ts' })
  for (const side of [together, alone, slow, bare]) await side.rotate(seconds)
  const rotate = (side: Side) => () => side.rotate(seconds)
  const subjects = {
    together: rotate(together),
    alone: rotate(alone),
    again: rotate(alone),
    slow: rotate(slow),
    bare: rotate(bare),
  }
  return { measures: measuresOf(await interleave(subjects, rounds)) }
}

export type Side = AsyncDisposable & { readonly server: ChildServer; rotate(seconds: number): Promise<Sample> }

type SideOptions = {
  /** Milliseconds. */
  readonly providerDelay?: number
  readonly nodeArgs?: readonly string[]
  readonly script?: string
  /** Where the audit is streamed to. */
  readonly destinations?: readonly URL[]
  /** Adds to what is stored before the server starts. */
  readonly add?: (store: Store, dataDir: string) => Promise<void>
}

/** A server whose provider answers, and its load. */
export async function startSide({
  providerDelay = 0,
  nodeArgs = [],
  script = 'rotation-server-child.ts',
  destinations = [],
  add = async () => {},
}: SideOptions = {}): Promise<Side> {
  await using made = new AsyncDisposableStack()
  const folder = made.use(await temporaryFolder())
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, async (store) => {
    await fillCustodians(store)
    await add(store, dataDir)
  })
  const args = [...nodeArgs, child(script), dataDir, `${providerDelay}`, ...destinations.map(({ href }) => href)]
  const server: ChildServer = made.use(await startChildServer(args))
  const owned = made.move()
  return {
    server,
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
export type Sample = RotationLoad & { readonly cpu: number }

export const textOf = (samples: readonly Sample[]) => {
  const of = (pick: (sample: Sample) => number) => median(samples.map(pick))
  const perSecond = of((one) => one.perSecond)
  const cpu = of((one) => one.cpu)
  return `${grouped(perSecond)}/s, ${grouped(cpu)} µs CPU, p50 ${of((one) => one.p50).toFixed(1)} ms, p99 ${of((one) => one.p99).toFixed(1)} ms`
}

type Samples = Readonly<Record<'together' | 'alone' | 'again' | 'slow' | 'bare', readonly Sample[]>>

function measuresOf({ together, alone, again, slow, bare }: Samples): Measure[] {
  const perSecond = (samples: readonly Sample[]) => samples.map((one) => one.perSecond)
  const cpu = (samples: readonly Sample[]) => samples.map((one) => one.cpu)
  const p50 = (samples: readonly Sample[]) => samples.map((one) => one.p50)
  const ceiling = (connections * 1_000) / delay
  return [
    required('G11', {
      value: ratioOf(perSecond(together), perSecond(alone)),
      control: ratioOf(perSecond(again), perSecond(alone)),
      detail: `${textOf(together)} against ${textOf(alone)}`,
    }),
    required('G12 throughput', {
      value: spreadOf(perSecond(slow).map((rate) => rate / ceiling)),
      detail: `${textOf(slow)}; the ceiling is ${grouped(ceiling)}/s`,
    }),
    required('G12 p50', { value: spreadOf(p50(slow).map((time) => time / delay)), detail: textOf(slow) }),
    extra({
      name: `the same against node:http and two commits around a wait of ${delay} ms, without token, audit and encryption`,
      value: [
        { of: 'requests/s', value: ratioOf(perSecond(slow), perSecond(bare)), control: null },
        { of: 'CPU', value: ratioOf(cpu(bare), cpu(slow)), control: null },
        { of: 'p50', value: ratioOf(p50(bare), p50(slow)), control: null },
      ],
      detail: `${textOf(slow)} against ${textOf(bare)}`,
    }),
  ]
}
