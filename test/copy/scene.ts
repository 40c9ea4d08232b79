import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { keyFileIn } from '../../server/config.ts'
import { type DatabasePlace, parseDatabaseUrl } from '../../server/store/database-place.ts'
import type { Store } from '../../server/store/store.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { sealText } from '../../server/vault/sealed-secret.ts'
import { Secret } from '../../shared/secret.ts'
import { type Run, strongroom } from '../harness/cli.ts'
import { issue, manyCustodians, withStoreOf } from '../harness/folders.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { checkOf, intentOf, webhookOf } from '../store/contract/installation.ts'
import type { StoredData, Truth } from '../store/engine.ts'
import { postgres } from '../store/engines/postgres.ts'
import type { Kind } from '../store/facts.ts'

/** Text in which nothing may get lost on the way through another database. */
const oddText = 'tab\there, \\N and \\t, "quotes", \u00e9\u{1f511} \u2028 end'

/** Adds what a used installation has besides active and previous credentials: open work, records, odd text. */
export async function addRest(dataDir: string): Promise<void> {
  await withStoreOf(dataDir, async (store) => {
    const { tokenId } = await issue(store, 'second operator')
    const by = { actor: oddText, at: Date.now() }
    const fingerprints = [{ keyId: 'one', digest: randomBytes(64) }]
    const [custodianId = custodians.copper] = manyCustodians(1)
    await store.beginRotation(
      intentOf(tokenId, { ...by, custodianId, idempotency: { key: 'retry \\ me', fingerprints, keptSince: 0 } }),
    )
    await store.beginCheck(checkOf(tokenId, { ...by, custodianId: custodians.fireblocks }))
    await store.freeze({ tenantId: tenants.second, reason: oddText, ...by })
    await store.recordTokenUses([{ tokenId, at: Date.now(), address: '127.0.0.1' }])
    await store.moveAuditStream({ destination: 'file:///tmp/audit', from: '0', to: '3' })
    const secrets = { secret: await sealedBy(dataDir), previousSecret: await sealedBy(dataDir) }
    const values = webhookOf({ ...secrets, previousSecretUntil: Date.now() + 60_000, name: oddText })
    await store.createItem({ kind: 'webhook', id: null, seenBy: null, values, ...by })
    await addAssets(store)
  })
}

const sealedBy = (dataDir: string) => sealText(new Secret('whsec_one'), readKeyFile(keyFileIn(dataDir)))

async function addAssets(store: Store): Promise<void> {
  await store.putWallets([
    {
      walletId: id(9_001),
      tenantId: tenants.first,
      custodianId: custodians.copper,
      blockchainId: id(1),
      address: '0xABCDEF',
      metadataJson: JSON.stringify({ label: oddText }),
      isVisible: true,
      isActive: true,
      isTreasuryEnabled: false,
      isGasStationEnabled: true,
    },
  ])
  const transaction = { tokenId: id(1), fromAccountId: id(1), toAccountId: null, at: Date.now(), position: 1n }
  await store.appendReserveTransactions({
    source: oddText,
    transactions: [
      { ...transaction, index: 0n, amount: '0', transactionHash: `0x${'ab'.repeat(32)}` },
      { ...transaction, index: 1n, amount: `${10n ** 60n}`, transactionHash: 'ABC', blockHash: '0xab' },
    ],
  })
}

export type EmptyDatabase = {
  readonly data: StoredData
  /** Without a password. */
  readonly url: string
  readonly urlWithPassword: string
  readonly place: DatabasePlace
  readonly passwordFile: string
}

/** A database without tables, and the file of its owner's password. */
export async function emptyDatabase(folder: string, name: string): Promise<EmptyDatabase> {
  const place = join(folder, `${basename(folder)}-${name}`)
  await mkdir(place, { recursive: true })
  const data = postgres.dataOf(place)
  const urlWithPassword = await data.url()
  const url = new URL(urlWithPassword)
  const passwordFile = join(place, 'password')
  await writeFile(passwordFile, url.password, { mode: 0o600 })
  url.password = ''
  return { data, url: url.href, urlWithPassword, place: parseDatabaseUrl(urlWithPassword), passwordFile }
}

type CopyOptions = { readonly passwordFile: string; readonly dieAt?: string }

export const copy = (from: string, to: string, { passwordFile, dieAt }: CopyOptions): Promise<Run> =>
  strongroom(
    ['store', 'copy', from, to, '--json', '--store-password-file', passwordFile],
    dieAt === undefined ? {} : { dieAt },
  )

const kinds: readonly Kind[] = [
  'tenants',
  'tokens',
  'custodians',
  'credentials',
  'keys',
  'rotations',
  'checks',
  'attempts',
  'idempotencyRecords',
  'audit',
  'freezes',
  'networks',
  'wallets',
  'assets',
  'reserveAccounts',
  'transactions',
  'tokenTotals',
  'accountTotals',
]

/** Everything that is stored, read without a line of the product. */
export async function factsOf(truth: Truth): Promise<Readonly<Record<string, readonly object[]>>> {
  const facts: [Kind, readonly object[]][] = []
  for (const kind of kinds) facts.push([kind, await truth.read(kind)])
  return Object.fromEntries(facts)
}
