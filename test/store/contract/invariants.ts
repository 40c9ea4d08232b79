import { createHash } from 'node:crypto'
import type { Truth } from '../engine.ts'
import type { Facts } from '../facts.ts'

/** What no moment of an installation may show, one line each; empty when nothing is wrong. Reads the truth alone. */
export async function brokenInvariants(truth: Truth): Promise<string[]> {
  const custodians = await truth.read('custodians')
  const credentials = await truth.read('credentials')
  const rotations = await truth.read('rotations')
  const audit = await truth.read('audit')
  const checks = await truth.read('checks')
  return [
    ...custodians.flatMap((custodian) => brokenVersions(custodian, { credentials, rotations })),
    ...brokenIntents({ audit, rotations, checks }),
    ...brokenChain(audit),
    ...brokenFreezes(audit, await truth.read('freezes')),
    ...brokenRecords(await truth.read('idempotencyRecords'), rotations),
    ...(await brokenTotals(truth)),
  ]
}

type Histories = {
  readonly credentials: readonly Facts['credentials'][]
  readonly rotations: readonly Facts['rotations'][]
}

function brokenVersions(
  { custodianId, version }: Facts['custodians'],
  { credentials, rotations }: Histories,
): string[] {
  const own = rotations.filter((rotation) => rotation.custodianId === custodianId)
  const active = credentials.filter((each) => each.custodianId === custodianId && each.retiredAt === null)
  const stored = own.filter(({ outcome }) => outcome === 'stored').length
  const open = own.filter(({ outcome }) => outcome === null).length
  const expected = version === 0 ? [] : [version]
  return [
    ...(`${active.map((each) => each.version)}` === `${expected}`
      ? []
      : [`custodian ${custodianId} has version ${version}, but [${active.map((each) => each.version)}] active`]),
    ...(stored === version ? [] : [`custodian ${custodianId} has version ${version} after ${stored} stored rotations`]),
    ...(open > 1 ? [`custodian ${custodianId} has ${open} open rotations`] : []),
  ]
}

type Work = {
  readonly audit: readonly Facts['audit'][]
  readonly rotations: readonly Facts['rotations'][]
  readonly checks: readonly Facts['checks'][]
}

/** Each rotation that began is in the audit once, and so is its end, once it ended. */
function brokenIntents({ audit, rotations, checks }: Work): string[] {
  const kindsOf = Map.groupBy(audit, ({ rotationId }) => rotationId)
  const countOf = (id: string, end: RegExp) => kindsOf.get(id)?.filter(({ kind }) => end.test(kind)).length ?? 0
  const openChecks = new Set(checks.map(({ checkId }) => checkId))
  const ended = (id: string, isOpen: boolean) => [
    ...(countOf(id, /\.intended$/) === 1 ? [] : [`${id} has ${countOf(id, /\.intended$/)} intents in the audit`]),
    ...(countOf(id, /\.ended$/) === (isOpen ? 0 : 1)
      ? []
      : [`${id} is ${isOpen ? 'open' : 'ended'}, with ${countOf(id, /\.ended$/)} ends in the audit`]),
  ]
  const audited = new Set(
    audit.flatMap(({ kind, rotationId }) => (/^(check|validation)\./.test(kind) ? [rotationId] : [])),
  )
  return [
    ...rotations.flatMap(({ rotationId, outcome }) => ended(rotationId, outcome === null)),
    ...[...audited].flatMap((id) => (id === null ? [] : ended(id, openChecks.has(id)))),
    ...[...openChecks].filter((id) => !audited.has(id)).map((id) => `the check ${id} is not in the audit`),
  ]
}

/** The documented recipe (docs/audit.md), written again. */
function brokenChain(audit: readonly Facts['audit'][]): string[] {
  let previous = '0'.repeat(64)
  for (const [
    place,
    { sequence, at, kind, actor, tenantId, custodianId, rotationId, details, hash },
  ] of audit.entries()) {
    if (sequence !== place + 1) return [`record ${place + 1} is missing in the audit`]
    const hashed = [previous, `${sequence}`, at, kind, actor, tenantId, custodianId, rotationId, details]
    if (createHash('sha256').update(JSON.stringify(hashed)).digest('hex') !== hash)
      return [`the hash of record ${sequence} does not fit`]
    previous = hash
  }
  return []
}

/** Disabling or revoking an operator token only takes something away. */
const changes =
  /\.intended$|^token\.(created|changed|enabled)$|^(tenant|custodian|wallet|network|chain-token|reserve-account)\.(created|changed|deleted|disabled|enabled)$/

/** What is frozen, by the audit: a tenant, or 0 for everything; and what changed nevertheless. */
function brokenFreezes(audit: readonly Facts['audit'][], freezes: readonly Facts['freezes'][]): string[] {
  const frozen = new Set<string>()
  const broken = audit.flatMap(({ sequence, kind, tenantId, details }) => {
    const owner = tenantId ?? '0'
    if (kind.endsWith('.frozen')) frozen.add(owner)
    else if (kind.endsWith('.thawed')) frozen.delete(owner)
    const isChange = changes.test(kind) || (kind === 'rotation.ended' && JSON.parse(details).outcome === 'stored')
    return isChange && (frozen.has(owner) || frozen.has('0')) ? [`record ${sequence} is ${kind} in a freeze`] : []
  })
  const stored = freezes.map(({ tenantId }) => tenantId).sort()
  return `${[...frozen].sort()}` === `${stored}`
    ? broken
    : [...broken, `[${stored}] is frozen, and [${[...frozen].sort()}] by the audit`]
}

function brokenRecords(
  records: readonly Facts['idempotencyRecords'][],
  rotations: readonly Facts['rotations'][],
): string[] {
  const outcomes = new Map(rotations.map(({ rotationId, outcome }) => [rotationId, outcome]))
  return records.flatMap(({ key, rotationId, answer }) =>
    answer !== null && outcomes.get(rotationId) === null ? [`${key} has an answer before its rotation ended`] : [],
  )
}

/** Totals against sums that are made here, one transaction at a time. */
export async function brokenTotals(truth: Truth): Promise<string[]> {
  const sums = new Map<string, { amount: bigint; count: number }>()
  const add = (key: string, amount: bigint) => {
    const sum = sums.get(key) ?? { amount: 0n, count: 0 }
    sums.set(key, { amount: sum.amount + amount, count: sum.count + 1 })
  }
  for (const { tokenId, amount, fromAccountId: from, toAccountId: to } of await truth.read('transactions')) {
    const units = BigInt(amount)
    add(tokenId, (to === null ? 0n : units) - (from === null ? 0n : units))
    for (const account of new Set([from, to]))
      if (account !== null)
        add(`${account} ${tokenId}`, (account === to ? units : 0n) - (account === from ? units : 0n))
  }
  const kept = [
    ...(await truth.read('tokenTotals')).map((total) => ({ ...total, key: total.tokenId })),
    ...(await truth.read('accountTotals')).map((total) => ({ ...total, key: `${total.accountId} ${total.tokenId}` })),
  ]
  const wrong = kept.filter(({ key, amount, count }) => {
    const sum = sums.get(key)
    return `${sum?.amount}` !== amount || sum?.count !== count
  })
  return [
    ...wrong.map(
      ({ key, amount }) => `the total of ${key} is kept as ${amount}, and ${sums.get(key)?.amount} is right`,
    ),
    ...(kept.length === sums.size ? [] : [`${kept.length} totals are kept of ${sums.size}`]),
  ]
}
