import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { type ChildServer, startBareServer, startStrongroom } from './child-server.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath, walletsPath } from './fill.ts'
import { interleave, type Sample, type Subject } from './interleave.ts'
import type { Lane } from './lane.ts'
import { chooseGenerator } from './load.ts'
import { grouped, type Measure } from './measure.ts'

const wallets = 100
const transactions = 10_000

/** The two reads, unchanged since they were kept, token checked on every request, against a server that only sends. */
export async function keptReadsBench(lane: Lane): Promise<Measure[]> {
  await using folder = await temporaryFolder()
  await using plain = await startFilled(join(folder.path, 'plain'), 'off')
  await using logging = await startFilled(join(folder.path, 'logging'), 'on')
  const ours = subjectOf(plain, walletsPath)
  const theirs = subjectOf(plain, reservesPath)
  const { etag } = await saveAnswer(ours, join(folder.path, 'wallets'))
  await saveAnswer(theirs, join(folder.path, 'reserves'))
  await using bareWallets = await startBareServer(join(folder.path, 'wallets'))
  await using bareReserves = await startBareServer(join(folder.path, 'reserves'))
  const subjects = {
    bareWallets: { server: bareWallets, job: { ...ours.job, url: bareWallets.url } },
    wallets: ours,
    bareReserves: { server: bareReserves, job: { ...theirs.job, url: bareReserves.url } },
    reserves: theirs,
    notModified: subjectOf(plain, walletsPath, { 'if-none-match': etag }),
    zstd: subjectOf(plain, walletsPath, { 'accept-encoding': 'zstd' }),
    loggedWallets: subjectOf(logging, walletsPath),
    loggedReserves: subjectOf(logging, reservesPath),
  }
  return measuresOf(await interleave(subjects, { ...lane, generator: chooseGenerator() }))
}

type Filled = AsyncDisposable & { readonly server: ChildServer; readonly token: string }

async function startFilled(dataDir: string, accessLog: 'on' | 'off'): Promise<Filled> {
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, wallets)
    await fillReserves(store, transactions)
  })
  const server = await startStrongroom(dataDir, { accessLog })
  return { server, token, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const subjectOf = ({ server, token }: Filled, path: string, headers = {}): Subject => ({
  server,
  job: {
    url: server.url + path,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity', ...headers },
  },
})

async function saveAnswer({ job }: Subject, file: string): Promise<{ etag: string }> {
  const answer = await fetch(job.url, { headers: job.headers })
  if (answer.status !== 200) throw new Error(`${job.url} answered ${answer.status}`)
  writeFileSync(file, await answer.bytes())
  return { etag: answer.headers.get('etag') as string }
}

type Samples = Record<
  | ('bareWallets' | 'wallets' | 'loggedWallets')
  | ('bareReserves' | 'reserves' | 'loggedReserves')
  | ('notModified' | 'zstd'),
  Sample
>

const measuresOf = (samples: Samples): Measure[] => [
  against(samples.bareWallets, samples.wallets, {
    name: 'REST wallet listing (100 wallets, token checked on every request) against bare node:http',
    atLeast: 0.6,
  }),
  against(samples.bareReserves, samples.reserves, {
    name: 'REST reserves (50 tokens, token checked on every request) against bare node:http',
    atLeast: 0.5,
  }),
  against(samples.wallets, samples.loggedWallets, {
    name: 'the wallet listing with the request log against the same without it',
  }),
  against(samples.reserves, samples.loggedReserves, {
    name: 'reserves with the request log against the same without it',
  }),
  against(samples.bareWallets, samples.notModified, {
    name: "304 to the wallet listing against the bare server's 200",
  }),
  against(samples.bareWallets, samples.zstd, { name: "zstd wallet listing against the bare server's plain 200" }),
]

/** Below this share of a core the server waited for the generator or for others on the machine: throughput tells of them. */
const saturated = 0.9

/** Requests a second where both servers were the limit; else requests a second of CPU time, which stays comparable. */
function against(bare: Sample, ours: Sample, { name, atLeast }: { name: string; atLeast?: number }): Measure {
  const isLimit = Math.min(bare.busy, ours.busy) >= saturated
  return {
    name,
    ratio: isLimit ? ours.perSecond / bare.perSecond : bare.cpu / ours.cpu,
    target: atLeast === undefined ? null : { atLeast },
    detail: `${textOf(ours)} against ${textOf(bare)}; ratio of ${isLimit ? 'requests a second' : 'CPU times'}`,
  }
}

const textOf = ({ perSecond, cpu, p99 }: Sample) =>
  `${grouped(perSecond)}/s, ${cpu.toFixed(1)} µs CPU, p99 ${p99.toFixed(1)} ms`
