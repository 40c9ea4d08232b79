import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { keyFileIn } from '../../server/config.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { open } from '../../server/vault/seal.ts'
import type { Id } from '../../shared/primitives.ts'

/** A pair that was offered, and what its caller knows: `unknown` when no answer came, or one that leaves it open. */
export type Offer = {
  readonly custodianId: Id
  readonly credentials: PlainCredentials
  /** Its Idempotency-Key, which its retries have too. */
  readonly key: string
  readonly answer: 'ok' | 'fail' | 'unknown'
  readonly rotationId: string | null
  /** Code of the failure that was answered. */
  readonly code: string | null
}

type Row = Record<string, bigint | string | Uint8Array | null>
type Tables = {
  readonly custodians: readonly Row[]
  readonly credentials: readonly Row[]
  readonly rotations: readonly Row[]
  readonly audit: readonly Row[]
}

function readTables(dataDir: string): Tables {
  using connection = asDisposable(new Database(join(dataDir, 'strongroom.db'), { readonly: true }))
  const all = (sql: string) => connection.db.prepare<[], Row>(sql).safeIntegers().all()
  return {
    custodians: all('SELECT * FROM custodians'),
    credentials: all('SELECT * FROM credentials'),
    rotations: all('SELECT * FROM rotations'),
    audit: all('SELECT * FROM audit ORDER BY sequence'),
  }
}

const asDisposable = (db: Database.Database) => ({ db, [Symbol.dispose]: () => void db.close() })

/**
 * Which of the invariants I1 to I5 a stopped server's folder breaks, one line each. `history` has every pair that was
 * ever offered.
 */
export function brokenInvariants(dataDir: string, history: readonly Offer[]): string[] {
  const tables = readTables(dataDir)
  return [
    ...tables.custodians.flatMap((custodian) => brokenCredentials(dataDir, custodian, { tables, history })),
    ...brokenOutcomes(tables, history),
    ...brokenKeys(tables),
    ...brokenAudit(tables),
    ...brokenAnchor(dataDir, tables),
  ]
}

type Context = { readonly tables: Tables; readonly history: readonly Offer[] }

function brokenCredentials(dataDir: string, custodian: Row, { tables, history }: Context): string[] {
  const id = `${custodian.custodian_id}` as Id
  const offers = history.filter(({ custodianId }) => custodianId === id)
  const pairs = tables.credentials.filter(({ custodian_id }) => custodian_id === custodian.custodian_id)
  const stored = tables.rotations.filter(
    (row) => row.custodian_id === custodian.custodian_id && row.outcome === 'stored',
  )
  if (BigInt(stored.length) !== custodian.credential_version)
    return [`I5: custodian ${id} has version ${custodian.credential_version} after ${stored.length} stored rotations`]
  if (stored.length === 0) return pairs.length === 0 ? [] : [`I1: custodian ${id} has a pair that no rotation stored`]
  const current = pairs.filter(({ retired_at }) => retired_at === null)
  if (current.length !== 1 || current[0]?.version !== custodian.credential_version)
    return [`I1: custodian ${id} has ${current.length} current pairs at version ${custodian.credential_version}`]
  const credentials = openRow(dataDir, custodian, current[0] as Row)
  if (!credentials) return ['I1: the current pair does not decrypt']
  return brokenCredential(credentials, offers, stored.map(({ rotation_id }) => `${rotation_id}`).sort())
}

/** Rotation ids are UUIDs of version 7, so the last in their order is the last stored. */
function brokenCredential(
  credentials: PlainCredentials,
  offers: readonly Offer[],
  stored: readonly string[],
): string[] {
  const ofCredentials = offers.filter((one) => isSame(one.credentials, credentials))
  if (ofCredentials.length === 0) return ['I3: the current pair was never offered as a whole']
  const failed = ofCredentials.every(({ answer }) => answer === 'fail')
  const lines = failed ? ['I4: a pair whose rotation failed is current'] : []
  const last = offers.find(({ rotationId }) => rotationId === stored.at(-1))
  const isLost = last ? !isSame(last.credentials, credentials) : ofCredentials.some(({ answer }) => answer === 'ok')
  if (isLost) lines.push('I2: an acknowledged rotation was lost')
  return lines
}

const isSame = (one: PlainCredentials, other: PlainCredentials) =>
  one.apiKey === other.apiKey && one.secretApiKey === other.secretApiKey

function openRow(dataDir: string, custodian: Row, row: Row): PlainCredentials | null {
  const place = {
    tenantId: `${custodian.tenant_id}` as Id,
    custodianId: `${custodian.custodian_id}` as Id,
    version: Number(row.version),
  }
  const sealed = {
    keyId: row.key_id as string,
    wrappedKey: row.wrapped_key as Uint8Array,
    ciphertext: row.ciphertext as Uint8Array,
  }
  try {
    const { apiKey, secretApiKey } = open(sealed, place, readKeyFile(keyFileIn(dataDir)))
    return { apiKey: apiKey.reveal(), secretApiKey: secretApiKey.reveal() }
  } catch {
    return null
  }
}

function brokenOutcomes({ rotations, audit }: Tables, history: readonly Offer[]): string[] {
  const outcomeOf = new Map(rotations.map((row) => [row.rotation_id, row.outcome]))
  const unfinished = rotations
    .filter(({ outcome }) => outcome === null)
    .map((row) => `I3: ${row.rotation_id} is still open`)
  const answered = history.flatMap(({ rotationId, answer }) => {
    if (rotationId === null || answer === 'unknown') return []
    const isKept = ['stored', 'unchanged'].includes(`${outcomeOf.get(rotationId)}`)
    return isKept === (answer === 'ok')
      ? []
      : [`I2: ${answer} was answered, but ${outcomeOf.get(rotationId)} is recorded`]
  })
  return [...unfinished, ...answered, ...rotations.flatMap((row) => brokenIntent(row, audit))]
}

/** Requests under one Idempotency-Key store at most one pair, and each run names the one that it retries. */
function brokenKeys({ rotations }: Tables): string[] {
  const keyed = rotations.filter(({ idempotency_key }) => idempotency_key !== null)
  const runs = [...Map.groupBy(keyed, ({ token_id, idempotency_key }) => `${token_id} ${idempotency_key}`).values()]
  return runs.flatMap((ofKey) => {
    const inOrder = ofKey.sort((one, other) => (`${one.rotation_id}` < `${other.rotation_id}` ? -1 : 1))
    const final = inOrder
      .slice(0, -1)
      .filter(({ outcome }) => ['stored', 'unchanged', 'refused'].includes(`${outcome}`))
    const unlinked = inOrder.filter(({ retry_of }, index) => retry_of !== (inOrder[index - 1]?.rotation_id ?? null))
    return [
      ...final.map(({ rotation_id, outcome }) => `I2: ${rotation_id} was ${outcome} and ran again under its key`),
      ...unlinked.map(({ rotation_id }) => `I5: ${rotation_id} does not name the rotation that it retries`),
    ]
  })
}

function brokenIntent({ rotation_id, outcome }: Row, audit: readonly Row[]): string[] {
  const records = audit.filter((record) => record.rotation_id === rotation_id)
  const details = JSON.parse(`${records[1]?.details ?? '{}'}`) as { outcome?: string }
  const kinds = records.map(({ kind }) => kind).join(' then ')
  return kinds === 'rotation.intended then rotation.ended' && details.outcome === outcome
    ? []
    : [`I5: the audit of a rotation that is ${outcome} has: ${kinds || 'nothing'} (${details.outcome})`]
}

const text = (value: unknown) => (value === null ? null : `${value}`)

/** A second reading of how the chain is made (ARCHITECTURE, audit), which shares nothing with the server's own. */
function brokenAudit({ audit }: Tables): string[] {
  let previous = '0'.repeat(64)
  const intents = new Map<string, number>()
  for (const [index, row] of audit.entries()) {
    const covered = [previous, text(row.sequence), Number(row.at), row.kind, row.actor, text(row.tenant_id)]
    const rest = [text(row.custodian_id), row.rotation_id, row.details]
    const hash = createHash('sha256')
      .update(JSON.stringify([...covered, ...rest]))
      .digest('hex')
    if (hash !== row.hash || row.sequence !== BigInt(index + 1))
      return [`I5: the chain breaks at record ${row.sequence}`]
    previous = hash
    const [, step] = `${row.kind}`.split('.')
    const change = step === 'intended' ? 1 : step === 'ended' ? -1 : 0
    if (change) intents.set(`${row.rotation_id}`, (intents.get(`${row.rotation_id}`) ?? 0) + change)
  }
  return [...intents].flatMap(([id, count]) => (count === 0 ? [] : [`I5: intent ${id} has not exactly one outcome`]))
}

function brokenAnchor(dataDir: string, { audit }: Tables): string[] {
  const [sequence, hash] = readFileSync(join(dataDir, 'audit.anchor'), 'utf8').trim().split(' ')
  const anchored = sequence === '0' || audit[Number(sequence) - 1]?.hash === hash
  return anchored ? [] : [`I5: the audit does not have record ${sequence} as it was anchored`]
}
