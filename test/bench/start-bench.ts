import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { environment, main, strongroomJson } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { startStrongroom } from './child-server.ts'
import type { Lane } from './lane.ts'
import { extra, median, ratioOf, required, spreadOf } from './measure.ts'
import { reservesFolder } from './reserves-folder.ts'

/** What it costs to start: a command that only prints, and a server that becomes ready with little and with much data. */
export async function startBench({ transactions, rounds }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const demo = join(folder.path, 'demo')
  await strongroomJson(['demo', '--data', demo])
  const { dataDir: long } = await reservesFolder(transactions.many)
  const ready = { demo: [] as number[], long: [] as number[] }
  await startOnce(demo)
  for (let round = 0; round < rounds * 2; round += 1) {
    ready.demo.push(await startOnce(demo))
    ready.long.push(await startOnce(long))
  }
  return {
    measures: [
      required('G17 start', { value: spreadOf(ready.long), detail: 'all threads, until it prints its URL' }),
      required('G18 version', await againstNode(['--version'], rounds)),
      required('G18 help', await againstNode(['--help'], rounds)),
      extra({
        name: 'CPU time of `strongroom custodians --help` against `node -e 0`',
        ...(await againstNode(['custodians', '--help'], rounds)),
      }),
      required('G18 serve', { value: spreadOf(ready.demo), detail: 'all threads; the provider simulator too' }),
    ],
  }
}

/** Milliseconds of CPU time until a server listens. */
async function startOnce(dataDir: string): Promise<number> {
  await using server = await startStrongroom(dataDir)
  return server.cpu().allThreads / 1_000
}

const repetitions = 10

/** What a command that only prints costs. */
async function againstNode(args: readonly string[], rounds: number) {
  const ours: number[] = []
  const bare: number[] = []
  const again: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await cpuOf('-e', '0'))
    ours.push(await cpuOf(main, ...args))
    again.push(await cpuOf('-e', '0'))
  }
  return {
    value: ratioOf(ours, bare),
    control: ratioOf(again, bare),
    detail: `${median(ours).toFixed(0)} ms against ${median(bare).toFixed(0)} ms`,
  }
}

/** Milliseconds of CPU time of one run of Node, as the shell accounts for its children. */
async function cpuOf(...args: readonly string[]): Promise<number> {
  const script = `for each in $(seq ${repetitions}); do "$@" >/dev/null || exit; done; times`
  const { stdout } = await promisify(execFile)('sh', ['-c', script, 'sh', process.execPath, ...args], {
    env: environment(),
  })
  const ofChildren = stdout.trim().split('\n').at(-1) ?? ''
  const seconds = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  return (seconds.reduce((sum, each) => sum + each, 0) * 1_000) / repetitions
}
