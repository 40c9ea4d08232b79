import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { type ChildServer, type Settings, startBareServer, startStrongroom } from './child-server.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath, walletsPath, walletsRequest } from './fill.ts'
import type { Lane } from './lane.ts'
import { chooseGenerator } from './load.ts'
import { extra, type Measure, required } from './measure.ts'
import { compareLoads, controlOf, type LoadSample, loadInTurn, type Subject } from './server-load.ts'

const wallets = 100
const transactions = 10_000
const trpcWallets = `/trpc/custodians.wallets?input=${encodeURIComponent(JSON.stringify(walletsRequest))}`
const trpcReserves = '/trpc/reports.reserves?input=%7B%7D'

/** The two reads, unchanged since they were cached, token checked on every request, against a server that only sends. */
export async function cachedReadsBench({ load }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  await using plain = await startFilled(join(folder.path, 'plain'))
  await using logging = await startFilled(join(folder.path, 'logging'), { accessLog: 'on' })
  const ours = subjectOf(plain, walletsPath)
  const theirs = subjectOf(plain, reservesPath)
  const walletsFile = join(folder.path, 'wallets')
  const reservesFile = join(folder.path, 'reserves')
  const { etag } = await saveAnswer(ours, walletsFile)
  await saveAnswer(theirs, reservesFile)
  await using bareWallets = await startBareServer(walletsFile)
  await using bareWalletsAgain = await startBareServer(walletsFile)
  await using bareReserves = await startBareServer(reservesFile)
  await using bareReservesAgain = await startBareServer(reservesFile)
  const subjects = {
    bareWallets: at(bareWallets, ours),
    wallets: ours,
    bareWalletsAgain: at(bareWalletsAgain, ours),
    bareReserves: at(bareReserves, theirs),
    reserves: theirs,
    bareReservesAgain: at(bareReservesAgain, theirs),
    notModified: subjectOf(plain, walletsPath, { 'if-none-match': etag }),
    zstd: subjectOf(plain, walletsPath, { 'accept-encoding': 'zstd' }),
    trpcWallets: subjectOf(plain, trpcWallets),
    trpcReserves: subjectOf(plain, trpcReserves),
    loggedWallets: subjectOf(logging, walletsPath),
    loggedReserves: subjectOf(logging, reservesPath),
  }
  return { measures: measuresOf(await loadInTurn(subjects, { ...load, generator: chooseGenerator(load) })) }
}

type Filled = AsyncDisposable & { readonly server: ChildServer; readonly token: string }

export async function startFilled(dataDir: string, settings: Settings = {}): Promise<Filled> {
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, wallets)
    await fillReserves(store, transactions)
  })
  const server = await startStrongroom(dataDir, settings)
  return { server, token, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

export const subjectOf = ({ server, token }: Filled, path: string, headers = {}): Subject => ({
  server,
  job: {
    url: server.url + path,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity', ...headers },
  },
})

/** The same request, to a bare server. */
export const at = (server: ChildServer, { job }: Subject): Subject => ({ server, job: { ...job, url: server.url } })

export async function saveAnswer({ job }: Subject, file: string): Promise<{ etag: string }> {
  const answer = await fetch(job.url, { headers: job.headers })
  if (answer.status !== 200) throw new Error(`${job.url} answered ${answer.status}`)
  writeFileSync(file, await answer.bytes())
  return { etag: answer.headers.get('etag') as string }
}

type Samples = Record<
  | ('bareWallets' | 'bareWalletsAgain' | 'wallets' | 'loggedWallets' | 'trpcWallets')
  | ('bareReserves' | 'bareReservesAgain' | 'reserves' | 'loggedReserves' | 'trpcReserves')
  | ('notModified' | 'zstd'),
  readonly LoadSample[]
>

function measuresOf(samples: Samples): Measure[] {
  const { bareWallets, bareWalletsAgain, bareReserves, bareReservesAgain, wallets: listing, reserves } = samples
  const forWallets = { theirs: bareWallets, control: [bareWalletsAgain, bareWallets] } as const
  const forReserves = { theirs: bareReserves, control: [bareReservesAgain, bareReserves] } as const
  return [
    extra({ name: 'control: bare node:http against itself, wallet listing', ...controlOf(forWallets) }),
    extra({ name: 'control: bare node:http against itself, reserves', ...controlOf(forReserves) }),
    required('G1', compareLoads({ ...forWallets, ours: listing })),
    required('G3 304', compareLoads({ ...forWallets, ours: samples.notModified })),
    required('G3 zstd', compareLoads({ ...forWallets, ours: samples.zstd })),
    required('G5', compareLoads({ ...forReserves, ours: reserves })),
    required('G6 wallets, REST', compareLoads({ ...forWallets, ours: samples.trpcWallets, theirs: listing })),
    required('G6 reserves, REST', compareLoads({ ...forReserves, ours: samples.trpcReserves, theirs: reserves })),
    extra({
      name: 'wallet listing with the request log against the same without it',
      ...compareLoads({ ...forWallets, ours: samples.loggedWallets, theirs: listing }),
    }),
    extra({
      name: 'reserves with the request log against the same without it',
      ...compareLoads({ ...forReserves, ours: samples.loggedReserves, theirs: reserves }),
    }),
  ]
}
