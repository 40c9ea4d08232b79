import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChildServer, startBareServer, startChildServer, startStrongroom } from '../child-server.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath, walletsPath, walletsRequest } from '../fill.ts'
import type { Lane } from '../lane.ts'
import type { Subject } from '../server-load.ts'
import { fillManyCustodians, pathsOfMany } from './custodians.ts'
import { servers } from './install.ts'
import { startNginx } from './nginx.ts'
import { fillPostgres, makePeerFile, type ReportRow, type Source } from './peer-data.ts'
import { type Postgres, withCpuOf } from './postgres.ts'

type Available = { readonly hasPrisma: boolean; readonly postgres: Postgres | null }
type Options = { readonly folder: string; readonly lane: Lane; readonly available: Available }
type Running = AsyncDisposable & { readonly subjects: Readonly<Record<string, Subject>> }

const trpcWallets = `/trpc/custodians.wallets?input=${encodeURIComponent(JSON.stringify(walletsRequest))}`
const trpcReserves = '/trpc/reports.reserves?input=%7B%7D'
const restPaths = { wallets: walletsPath, reserves: reservesPath }
const trpcPaths = { wallets: trpcWallets, reserves: trpcReserves }

/** Strongroom, two bare servers and every peer that is available, each with what it is asked. */
export async function startSubjects({ folder, lane: { isFull }, available }: Options): Promise<Running> {
  await using started = new AsyncDisposableStack()
  const dataDir = join(folder, 'data')
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, 100)
    await fillManyCustodians(store, isFull)
    await fillReserves(store, 10_000)
  })
  const strongroom = started.use(await startStrongroom(dataDir))
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
  const ask = (server: ChildServer, path: string): Subject => ({ server, job: { url: server.url + path, headers } })
  const ours = {
    wallets: ask(strongroom, walletsPath),
    reserves: ask(strongroom, reservesPath),
    'wallets over tRPC': ask(strongroom, trpcWallets),
    'reserves over tRPC': ask(strongroom, trpcReserves),
  }
  const rebuilt = { server: strongroom, job: { ...ours.wallets.job, paths: pathsOfMany(isFull) } }
  const bodyFile = join(folder, 'body')
  writeFileSync(bodyFile, await bodyOf(ours.wallets))
  const report = (JSON.parse(await bodyOf(ours.reserves)) as { value: ReportRow[] }).value
  const peers = await startPeers(started, { folder, source: { dataDir, token, report }, available })
  const theirs = Object.entries(peers).flatMap(([name, { server, paths }]) =>
    Object.entries(paths).map(([read, path]) => [`${name} ${read}`, ask(server, path)] as const),
  )
  for (const [name, subject] of theirs) await compareBytes(name, subject, strongroom.url)
  const bare = ask(started.use(await startBareServer(bodyFile)), '/')
  const again = ask(started.use(await startBareServer(bodyFile)), '/')
  const nginx = started.use(await startNginx(bodyFile))
  const owned = started.move()
  return {
    subjects: {
      bare,
      ...ours,
      rebuilt,
      again,
      ...(nginx && { nginx: ask(nginx, '/') }),
      ...Object.fromEntries(theirs),
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type Peer = { readonly server: ChildServer; readonly paths: typeof restPaths }
type PeerOptions = Pick<Options, 'folder' | 'available'> & { readonly source: Source }

/** Starts the peers one after the other, each over its own copy of the connection to the same data. */
async function startPeers(
  started: AsyncDisposableStack,
  { folder, source, available: { hasPrisma, postgres } }: PeerOptions,
): Promise<Record<string, Peer>> {
  const file = join(folder, 'peers.db')
  makePeerFile(file, source)
  if (postgres) fillPostgres(postgres, folder, source)
  const start = async (script: string, database: string) =>
    started.use(await startChildServer([join(servers, script), database], { NODE_ENV: 'production' }))
  const rest = async (script: string): Promise<Peer> => ({ server: await start(script, file), paths: restPaths })
  const onPostgres = async (script: string, owner: Postgres): Promise<Peer> => ({
    server: withCpuOf(owner, await start(script, owner.url)),
    paths: restPaths,
  })
  return {
    ...(hasPrisma && { Prisma: await rest('express-prisma.mjs') }),
    NestJS: await rest('out/nest-typeorm.mjs'),
    Drizzle: await rest('express-drizzle.mjs'),
    ...(postgres && { 'Express + pg': await onPostgres('express-pg.mjs', postgres) }),
    ...(postgres && { 'Fastify + pg': await onPostgres('fastify-pg.mjs', postgres) }),
    'stock tRPC': { server: await start('trpc-stock.mjs', file), paths: trpcPaths },
  }
}

async function bodyOf({ job }: Subject): Promise<string> {
  const answer = await fetch(job.url, { headers: job.headers })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${job.url} answered ${answer.status}: ${body.slice(0, 200)}`)
  return body
}

/** A peer that answers less, or something else, is no peer; neither is one that answers anyone. */
async function compareBytes(name: string, { server, job }: Subject, strongroom: string): Promise<void> {
  const ours = await bodyOf({ server, job: { ...job, url: job.url.replace(server.url, strongroom) } })
  const theirs = await bodyOf({ server, job })
  const place = [...ours].findIndex((character, at) => character !== theirs[at])
  if (ours !== theirs)
    throw new Error(`${name} differs at ${place}: ${theirs.slice(Math.max(0, place - 40), place + 40)}`)
  const stranger = await fetch(job.url, { headers: { ...job.headers, authorization: `${job.headers.authorization}x` } })
  if (stranger.status !== 401) throw new Error(`${name} answered ${stranger.status} to an unknown token`)
}
