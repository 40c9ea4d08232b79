import { createHash } from 'node:crypto'
import { keyFileIn } from '../../server/config.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { open } from '../../server/vault/seal.ts'
import type { Id } from '../../shared/primitives.ts'
import type { Anchor, Truth } from '../store/engine.ts'
import { dataOf } from '../store/engines.ts'
import type { Facts } from '../store/facts.ts'

/** Credentials that were offered, and what their caller knows: `unknown` when no answer came, or one that leaves it open. */
export type Offer = {
  readonly custodianId: Id
  readonly credentials: PlainCredentials
  /** The Idempotency-Key of the request and of its retries. */
  readonly key: string
  readonly answer: 'ok' | 'fail' | 'unknown'
  readonly rotationId: string | null
  /** Code of the failure that was answered. */
  readonly code: string | null
}

type Stored = {
  readonly custodians: readonly Facts['custodians'][]
  readonly credentials: readonly Facts['credentials'][]
  readonly rotations: readonly Facts['rotations'][]
  readonly audit: readonly Facts['audit'][]
  readonly anchor: Anchor | null
}

/** Where the servers of an installation keep what the invariants are about. */
export type Installed = {
  readonly truth: Truth
  readonly keyFile: string
  /** What one of the servers has in its anchor. */
  anchor(): Promise<Anchor | null>
}

/** All of it in one folder. */
export function installedIn(dataDir: string): Installed {
  const { truth } = dataOf(dataDir)
  return { truth, keyFile: keyFileIn(dataDir), anchor: truth.anchor }
}

async function readStored({ truth, anchor }: Installed): Promise<Stored> {
  return {
    custodians: await truth.read('custodians'),
    credentials: await truth.read('credentials'),
    rotations: await truth.read('rotations'),
    audit: await truth.read('audit'),
    anchor: await anchor(),
  }
}

/**
 * Which of the invariants I1 to I5 are broken once no server has anything open, one line each. `history` has all
 * credentials that were ever offered.
 */
export async function brokenInvariants(installed: Installed, history: readonly Offer[]): Promise<string[]> {
  const stored = await readStored(installed)
  return [
    ...(await brokenCredentialsOfAll(installed, { stored, history })),
    ...brokenOutcomes(stored, history),
    ...brokenKeys(stored),
    ...brokenAudit(stored),
    ...brokenAnchor(stored),
  ]
}

type Context = { readonly stored: Stored; readonly history: readonly Offer[] }

async function brokenCredentialsOfAll(installed: Installed, context: Context): Promise<string[]> {
  const broken: string[] = []
  for (const custodian of context.stored.custodians)
    broken.push(...(await brokenCredentials(installed, custodian, context)))
  return broken
}

async function brokenCredentials(
  { keyFile }: Installed,
  custodian: Facts['custodians'],
  { stored, history }: Context,
): Promise<string[]> {
  const { custodianId, version } = custodian
  const isOwn = (fact: { readonly custodianId: string }) => fact.custodianId === custodianId
  const own = stored.credentials.filter(isOwn)
  const rotations = stored.rotations.filter((rotation) => isOwn(rotation) && rotation.outcome === 'stored')
  if (rotations.length !== version)
    return [`I5: custodian ${custodianId} has version ${version} after ${rotations.length} stored rotations`]
  if (version === 0)
    return own.length === 0 ? [] : [`I1: custodian ${custodianId} has credentials that no rotation stored`]
  const active = own.filter(({ retiredAt }) => retiredAt === null)
  const [only] = active
  if (active.length !== 1 || only?.version !== version)
    return [`I1: custodian ${custodianId} has ${active.length} active credentials at version ${version}`]
  const credentials = await opened(keyFile, custodian, only)
  if (!credentials) return ['I1: the active credentials do not decrypt']
  return brokenActivation(credentials, history.filter(isOwn), rotations.map(({ rotationId }) => rotationId).sort())
}

/** Rotation ids are UUIDs of version 7, so the last in their order is the last stored. */
function brokenActivation(
  credentials: PlainCredentials,
  offers: readonly Offer[],
  stored: readonly string[],
): string[] {
  const ofCredentials = offers.filter((one) => isSame(one.credentials, credentials))
  if (ofCredentials.length === 0) return ['I3: the active credentials were never offered as a whole']
  const failed = ofCredentials.every(({ answer }) => answer === 'fail')
  const lines = failed ? ['I4: credentials whose rotation failed are active'] : []
  const last = offers.find(({ rotationId }) => rotationId === stored.at(-1))
  const isLost = last ? !isSame(last.credentials, credentials) : ofCredentials.some(({ answer }) => answer === 'ok')
  if (isLost) lines.push('I2: an acknowledged rotation was lost')
  return lines
}

const isSame = (one: PlainCredentials, other: PlainCredentials) =>
  one.apiKey === other.apiKey && one.secretApiKey === other.secretApiKey

async function opened(
  keyFile: string,
  { tenantId, custodianId, version }: Facts['custodians'],
  sealed: Facts['credentials'],
): Promise<PlainCredentials | null> {
  const place = { tenantId: tenantId as Id, custodianId: custodianId as Id, version }
  try {
    const { apiKey, secretApiKey } = await open(sealed, place, readKeyFile(keyFile))
    return { apiKey: apiKey.reveal(), secretApiKey: secretApiKey.reveal() }
  } catch {
    return null
  }
}

function brokenOutcomes({ rotations, audit }: Stored, history: readonly Offer[]): string[] {
  const outcomeOf = new Map(rotations.map(({ rotationId, outcome }) => [rotationId, outcome]))
  const unfinished = rotations
    .filter(({ outcome }) => outcome === null)
    .map(({ rotationId }) => `I3: ${rotationId} is still open`)
  const answered = history.flatMap(({ rotationId, answer }) => {
    if (rotationId === null || answer === 'unknown') return []
    const isKept = ['stored', 'unchanged'].includes(`${outcomeOf.get(rotationId)}`)
    return isKept === (answer === 'ok')
      ? []
      : [`I2: ${answer} was answered, but ${outcomeOf.get(rotationId)} is recorded`]
  })
  return [...unfinished, ...answered, ...rotations.flatMap((rotation) => brokenIntent(rotation, audit))]
}

/** Requests under one Idempotency-Key store credentials at most once, and each run names the one that it retries. */
function brokenKeys({ rotations }: Stored): string[] {
  const keyed = rotations.filter(({ idempotencyKey }) => idempotencyKey !== null)
  const runs = [...Map.groupBy(keyed, ({ tokenId, idempotencyKey }) => `${tokenId} ${idempotencyKey}`).values()]
  return runs.flatMap((ofKey) => {
    const inOrder = ofKey.sort((one, other) => (one.rotationId < other.rotationId ? -1 : 1))
    const final = inOrder
      .slice(0, -1)
      .filter(({ outcome }) => ['stored', 'unchanged', 'refused'].includes(`${outcome}`))
    const unlinked = inOrder.filter(({ retryOf }, index) => retryOf !== (inOrder[index - 1]?.rotationId ?? null))
    return [
      ...final.map(({ rotationId, outcome }) => `I2: ${rotationId} was ${outcome} and ran again under its key`),
      ...unlinked.map(({ rotationId }) => `I5: ${rotationId} does not name the rotation that it retries`),
    ]
  })
}

function brokenIntent({ rotationId, outcome }: Facts['rotations'], audit: readonly Facts['audit'][]): string[] {
  const records = audit.filter((record) => record.rotationId === rotationId)
  const details = JSON.parse(records[1]?.details ?? '{}') as { outcome?: string }
  const kinds = records.map(({ kind }) => kind).join(' then ')
  return kinds === 'rotation.intended then rotation.ended' && details.outcome === outcome
    ? []
    : [`I5: the audit of a rotation that is ${outcome} has: ${kinds || 'nothing'} (${details.outcome})`]
}

/** A second reading of how the chain is made (docs/audit.md), which shares nothing with the server's own. */
function brokenAudit({ audit }: Stored): string[] {
  let previous = '0'.repeat(64)
  const intents = new Map<string, number>()
  for (const [index, record] of audit.entries()) {
    const { sequence, at, kind, actor, tenantId, custodianId, rotationId, details } = record
    const covered = [previous, `${sequence}`, at, kind, actor, tenantId, custodianId, rotationId, details]
    const hash = createHash('sha256').update(JSON.stringify(covered)).digest('hex')
    if (hash !== record.hash || sequence !== index + 1) return [`I5: the chain breaks at record ${sequence}`]
    previous = hash
    const [, step] = kind.split('.')
    const change = step === 'intended' ? 1 : step === 'ended' ? -1 : 0
    if (change) intents.set(`${rotationId}`, (intents.get(`${rotationId}`) ?? 0) + change)
  }
  return [...intents].flatMap(([id, count]) => (count === 0 ? [] : [`I5: intent ${id} has not exactly one outcome`]))
}

function brokenAnchor({ anchor, audit }: Stored): string[] {
  if (anchor === null) return ['I5: there is no anchor']
  const { sequence, hash } = anchor
  const isThere = sequence === 0 || audit[sequence - 1]?.hash === hash
  return isThere ? [] : [`I5: the audit does not have record ${sequence} as it was anchored`]
}
