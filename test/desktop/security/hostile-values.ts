import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../../shared/operations.ts'
import { type HostileOptions, hostileValue, type Nastiness } from '../remote/hostile-server.ts'
import { whole } from '../remote/nasty-answers.ts'
import type { Payload } from './payloads.ts'

const at = '2026-01-02T03:04:05.678Z'

export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

export const joined = (payloads: readonly Payload[]): string => payloads.map(({ text }) => text).join(' ')

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Icons that are none, are something else, or carry a script. */
const icons: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `data:image/svg+xml;base64,${base64(`<svg xmlns="http://www.w3.org/2000/svg" onload="${text}"/>`)}`,
  (text) =>
    `data:image/svg+xml;base64,${base64(`<svg xmlns="http://www.w3.org/2000/svg"><script>${text}</script><image href="https://evil.test/i.png"/></svg>`)}`,
  (text) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${text}"/>`,
  (text) => `data:text/html;base64,${base64(text)}`,
  (text) => `data:image/png;base64,${base64(text)}`,
  (text) => `data:image/png;base64,${base64(text)}" onerror="canary(0)`,
  () => 'https://evil.test/icon.png',
  () => 'javascript:canary(0)',
  () => '',
]

const custodian = (text: string, index: number) => ({
  id: `${index + 1}`,
  name: text,
  tenantId: `${index + 1}`,
  provider: index === 0 ? 'copper' : index % 2 ? 'fireblocks' : 'copper',
  credentialVersion: 3,
  lastRotatedAt: at,
  state: 'in-force',
})

const rotation = (text: string, index: number) => ({
  rotationId: randomUUID(),
  custodianId: '1',
  operator: text,
  stage: 'sent',
  outcome: 'refused',
  verdict: 'wrong-credentials',
  reason: text,
  credentialVersion: 1,
  startedAt: at,
  endedAt: at,
  retryOf: null,
  index,
})

const wallet = (text: string, index: number) => ({
  walletTenantId: '1',
  walletId: `${index + 1}`,
  metadataJson: text,
  blockchainId: '1',
  network: text,
  networkIcon: icons[index % icons.length]?.(text) ?? '',
  address: text,
  isVisible: true,
  isActive: true,
  isTreasuryEnabled: true,
  isGasStationEnabled: true,
})

const reserve = (text: string, index: number) => ({
  tokenSymbol: text,
  reserveAmount: `${index}`,
  transactionCount: index,
  lastTransactionDate: at,
  blockchain: text,
})

const record = (text: string, index: number) => ({
  sequence: `${index + 1}`,
  at,
  kind: 'rotation.ended',
  actor: text,
  tenantId: '1',
  custodianId: '1',
  rotationId: text,
  details: { outcome: text },
  hash: text,
})

/** Metadata of many payloads, as names and as values, with the names that mean something to JavaScript. */
const metadataOf = (some: readonly Payload[]) =>
  `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${some
    .map(({ text }) => `${JSON.stringify(text)}:${JSON.stringify(text)}`)
    .join()}}`

const detailsOf = (some: readonly Payload[]) =>
  Object.fromEntries(some.flatMap(({ text }) => [[text, text]]).concat([['outcome', joined(some)]]))

/** Rows that hold a hundred payloads each, for what is opened one at a time. */
export const perOpened = 100

/** Every text of every operation, each payload as a text of its own, and in many at once where there is only one. */
export function hostileValues(payloads: readonly Payload[]): Partial<Record<OperationName, unknown>> {
  const texts = payloads.map(({ text }) => text)
  const all = joined(payloads)
  const opened = chunksOf(payloads, perOpened)
  const rowsOf = <Row>(row: (text: string, index: number) => Row, change: (some: readonly Payload[]) => Partial<Row>) =>
    texts.map((text, index) => ({ ...row(text, index), ...(opened[index] && change(opened[index])) }))
  const rotations = rowsOf(rotation, (some) => ({ reason: joined(some) }))
  return {
    'custodians.list': [custodian(all, 0), ...texts.map((text, index) => custodian(text, index + 1))],
    'tenants.list': [{ id: '1', name: all }, ...texts.map((name, index) => ({ id: `${index + 2}`, name }))],
    'custodians.rotations': rotations,
    'custodians.rotationsPage': { items: rotations, nextCursor: null },
    'custodians.wallets': {
      custodianId: '1',
      custodianName: all,
      custodianProvider: all,
      wallets: rowsOf(wallet, (some) => ({ metadataJson: metadataOf(some) })),
    },
    'reports.reserves': texts.map(reserve),
    'audit.list': { records: rowsOf(record, (some) => ({ details: detailsOf(some) })), nextCursor: null },
    'session.whoAmI': {
      ...(hostileValue('session.whoAmI', {}) as object),
      tokenName: all,
      tenant: null,
      serverVersion: all,
    },
    'custodians.checkApiKeys': judged(all),
    'custodians.validateApiKeys': judged(all),
  }
}

const judged = (message: string) => ({ validationStatus: true, verdict: 'valid', message, isWrongCredentials: false })

type Refusal = { readonly code?: string /** Of operations; the others are answered well. */; readonly only?: RegExp }

/** The report with one token on so many blockchains as a chart draws. */
export const charted = (some: readonly Payload[]) =>
  some.map(({ text }, index) => ({ ...reserve(text, index), tokenSymbol: 'CHART' }))

/** Refuses what it is asked, with these payloads as the reasons. */
export const refusing = (
  some: readonly Payload[],
  values: NonNullable<HostileOptions['values']>,
  { code = 'ValidationError', only = /./ }: Refusal = {},
): Nastiness => {
  const failure = { code, message: joined(some.slice(0, 10)), info: some.map(({ text }) => text) }
  const refusal = whole(JSON.stringify({ error: { data: { failure } } }), { status: '400 Bad Request' })
  return (socket, request) => {
    const name = /^\/trpc\/([\w.]+)/.exec(request.url ?? '')?.[1] as OperationName | undefined
    if (!name || only.test(name)) return refusal(socket, request)
    whole(JSON.stringify({ result: { data: hostileValue(name, { values }) } }))(socket, request)
  }
}
