import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import type { Outcome } from '../bench.ts'
import type { FigureName } from '../figures.ts'
import type { Lane } from '../lane.ts'
import { chooseGenerator } from '../load.ts'
import { extra, type Measure, required } from '../measure.ts'
import { compareLoads, controlOf, type LoadSample, loadInTurn } from '../server-load.ts'
import { importMeasures } from './import-peers.ts'
import { installPeers, prismaFault } from './install.ts'
import { startSubjects } from './peer-servers.ts'
import { postgresFault, startPostgres } from './postgres.ts'
import { sumsMeasure } from './sums.ts'

/** Reads on the stacks that a team would take otherwise: same data, same token check, same bytes. */
export async function peersBench(lane: Lane): Promise<Outcome> {
  await installPeers()
  const missing = { prisma: await prismaFault(), postgres: postgresFault() }
  await using postgres = missing.postgres ? null : await startPostgres()
  const measures = await readMeasures(lane, { hasPrisma: !missing.prisma, postgres })
  const imports = await importMeasures(lane, postgres)
  return {
    measures: [...measures, ...imports, ...(postgres ? [await sumsMeasure(lane, postgres)] : [])],
    notMeasured: notMeasuredFor(missing),
    versions: { ...versionsOfPeers(), ...(postgres && { PostgreSQL: postgres.version }) },
  }
}

type Missing = { readonly prisma: string | null; readonly postgres: string | null }

function notMeasuredFor({ prisma, postgres }: Missing): NonNullable<Outcome['notMeasured']> {
  const because = (why: string | null, figures: readonly FigureName[]) =>
    why ? Object.fromEntries(figures.map((name) => [name, why])) : {}
  return {
    ...because(prisma, ['G4 Prisma', 'G4 Prisma, rebuilt', 'G5 Prisma']),
    ...because(postgres, ['G5 Express + pg', 'G8', 'G9 PostgreSQL']),
  }
}

const compared = [
  'express',
  '@prisma/client',
  '@nestjs/core',
  'typeorm',
  'drizzle-orm',
  'pg',
  'fastify',
  '@trpc/server',
]

function versionsOfPeers(): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.fromEntries(compared.map((name) => [name, dependencies[name] as string]))
}

async function readMeasures(
  lane: Lane,
  available: Parameters<typeof startSubjects>[0]['available'],
): Promise<Measure[]> {
  await using folder = await temporaryFolder()
  await using running = await startSubjects({ folder: folder.path, lane, available })
  // Some peers send chunks, which only wrk reads, and in whole seconds.
  const load = { ...lane.load, seconds: Math.ceil(lane.load.seconds) }
  const samples = await loadInTurn(running.subjects, { ...load, generator: chooseGenerator(load) })
  return measuresOf(samples)
}

type Pairing = {
  readonly figure: FigureName | null
  readonly name: string
  readonly ours: string
  readonly theirs: string
}

const figure = (name: FigureName, ours: string, theirs: string): Pairing => ({ figure: name, name, ours, theirs })
const only = (name: string, ours: string, theirs: string): Pairing => ({ figure: null, name, ours, theirs })

const pairings: readonly Pairing[] = [
  figure('G4 Prisma', 'wallets', 'Prisma wallets'),
  figure('G4 NestJS', 'wallets', 'NestJS wallets'),
  figure('G4 Drizzle', 'wallets', 'Drizzle wallets'),
  figure('G4 Prisma, rebuilt', 'rebuilt', 'Prisma wallets'),
  figure('G4 NestJS, rebuilt', 'rebuilt', 'NestJS wallets'),
  figure('G4 Drizzle, rebuilt', 'rebuilt', 'Drizzle wallets'),
  figure('G5 Prisma', 'reserves', 'Prisma reserves'),
  figure('G5 NestJS', 'reserves', 'NestJS reserves'),
  figure('G5 Express + pg', 'reserves', 'Express + pg reserves'),
  figure('G6 wallets, stock adapter', 'wallets over tRPC', 'stock tRPC wallets'),
  figure('G6 reserves, stock adapter', 'reserves over tRPC', 'stock tRPC reserves'),
  only('reserves against Express 5 + Drizzle + SQLite', 'reserves', 'Drizzle reserves'),
  only('wallet listing against Express 5 + pg (PostgreSQL)', 'wallets', 'Express + pg wallets'),
  only('wallet listing against Fastify + pg (PostgreSQL)', 'wallets', 'Fastify + pg wallets'),
  only('reserves against Fastify + pg (PostgreSQL)', 'reserves', 'Fastify + pg reserves'),
  only('nginx sends the same bytes from a file to anyone; wallet listing against it', 'wallets', 'nginx'),
]

function measuresOf(samples: Readonly<Record<string, readonly LoadSample[]>>): Measure[] {
  const control = [samples.again, samples.bare] as [readonly LoadSample[], readonly LoadSample[]]
  const measured = pairings.flatMap(({ ours: our, theirs: their, ...pairing }) => {
    const ours = samples[our]
    const theirs = samples[their]
    if (!ours || !theirs) return []
    const values = compareLoads({ ours, theirs, control })
    return pairing.figure ? required(pairing.figure, values) : extra({ name: pairing.name, ...values })
  })
  return [
    extra({ name: 'control: bare node:http against itself, among the peers', ...controlOf({ control }) }),
    ...measured,
  ]
}
