import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { startFilled, subjectOf } from './cached-reads-bench.ts'
import { startBareServer } from './child-server.ts'
import { reservesPath } from './fill.ts'
import type { Lane } from './lane.ts'
import { chooseGenerator } from './load.ts'
import { extra, type Measure } from './measure.ts'
import { compareLoads, controlOf, type LoadSample, loadInTurn } from './server-load.ts'

const custodiansPath = '/platform/admin/custodians'
const preload = `--import=${pathToFileURL(`${root}server/tracing/preload.ts`).href}`

/** What reads cost more with the preload of traces, where a collector on this machine is sent all of them and one in a hundred. */
export async function tracesBench({ load }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const bodyFile = join(folder.path, 'answer')
  await writeFile(bodyFile, '{}')
  await using collector = await startBareServer(bodyFile)
  const traced = (share: string) => ({
    NODE_OPTIONS: preload,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: share,
  })
  await using off = await startFilled(join(folder.path, 'off'))
  await using offAgain = await startFilled(join(folder.path, 'again'))
  await using all = await startFilled(join(folder.path, 'all'), { env: traced('1') })
  await using some = await startFilled(join(folder.path, 'some'), { env: traced('0.01') })
  const subjects = {
    off: subjectOf(off, reservesPath),
    offAgain: subjectOf(offAgain, reservesPath),
    all: subjectOf(all, reservesPath),
    some: subjectOf(some, reservesPath),
    offList: subjectOf(off, custodiansPath),
    offListAgain: subjectOf(offAgain, custodiansPath),
    allList: subjectOf(all, custodiansPath),
    someList: subjectOf(some, custodiansPath),
  }
  return { measures: measuresOf(await loadInTurn(subjects, { ...load, generator: chooseGenerator(load) })) }
}

type Names = 'off' | 'offAgain' | 'all' | 'some' | 'offList' | 'offListAgain' | 'allList' | 'someList'
type Samples = Readonly<Record<Names, readonly LoadSample[]>>

function measuresOf(samples: Samples): Measure[] {
  const reserves = { theirs: samples.off, control: [samples.offAgain, samples.off] } as const
  const list = { theirs: samples.offList, control: [samples.offListAgain, samples.offList] } as const
  const every = 'with every request traced, against the same without the preload'
  const few = 'with one request in a hundred traced, against the same without the preload'
  return [
    extra({ name: 'control: two servers without the preload of traces, reserves', ...controlOf(reserves) }),
    extra({ name: `reserves ${every}`, ...compareLoads({ ...reserves, ours: samples.all }) }),
    extra({ name: `reserves ${few}`, ...compareLoads({ ...reserves, ours: samples.some }) }),
    extra({ name: `list of custodians ${every}`, ...compareLoads({ ...list, ours: samples.allList }) }),
    extra({ name: `list of custodians ${few}`, ...compareLoads({ ...list, ours: samples.someList }) }),
  ]
}
