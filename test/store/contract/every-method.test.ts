import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Store } from '../../../server/store/store.ts'
import { engines } from '../engines.ts'
import { noPostgres } from '../postgres/programs.ts'

/** Every method of the port, kept complete by its type. */
const methods = {
  findToken: true,
  tokensVersion: true,
  isUnchanged: true,
  refresh: true,
  listTokens: true,
  tokensPage: true,
  findTokenById: true,
  grantToken: true,
  changeToken: true,
  switchToken: true,
  revokeSeenToken: true,
  findSignIn: true,
  listUnusedSessions: true,
  openSignIn: true,
  settleSignIn: true,
  startSession: true,
  endProviderSessions: true,
  enrolServiceAccount: true,
  recordTokenUses: true,
  listFreezes: true,
  freeze: true,
  thaw: true,
  findTenant: true,
  listTenants: true,
  tenantsPage: true,
  listCustodians: true,
  custodiansPage: true,
  findCustodian: true,
  findCredentials: true,
  listCredentialsNotUnder: true,
  countCredentialsByKey: true,
  listKeys: true,
  walletListing: true,
  walletsPage: true,
  reservesReport: true,
  reservesPage: true,
  reserveDirectory: true,
  rotationsPage: true,
  findRotation: true,
  listAudit: true,
  search: true,
  auditHead: true,
  auditSlice: true,
  auditStreamPosition: true,
  moveAuditStream: true,
  recordEvent: true,
  recordEventFor: true,
  claimDeliveries: true,
  noteDelivery: true,
  redeliver: true,
  pruneEvents: true,
  rewrapWebhookSecrets: true,
  dueWebhooks: true,
  deliveriesPage: true,
  findDelivery: true,
  listWebhookSecrets: true,
  figures: true,
  salt: true,
  createToken: true,
  revokeToken: true,
  revokeTokens: true,
  recordAudit: true,
  beginRotation: true,
  advanceRotation: true,
  endRotation: true,
  completeRotation: true,
  beginCheck: true,
  endCheck: true,
  endInterrupted: true,
  eraseExpired: true,
  pruneRotations: true,
  pruneSessions: true,
  rewrapCredentials: true,
  announceKey: true,
  noteKeyHeld: true,
  activateKey: true,
  putNetworks: true,
  putTenants: true,
  putCustodians: true,
  putWallets: true,
  putTokens: true,
  putReserveAccounts: true,
  appendReserveTransactions: true,
  findItem: true,
  itemsPage: true,
  createItem: true,
  updateItem: true,
  deleteItem: true,
  switchItem: true,
  writeFault: true,
  clockOffset: false,
  // Only an engine with connections has any; test/metrics counts them.
  connections: false,
  close: true,
  // Called when a store breaks or needs a look, which each engine brings about in a way of its own.
  onBroken: false,
  onWarning: false,
} satisfies Record<keyof Store, boolean>

test('the contract suite calls every method of the store', () => {
  const sources = readdirSync(import.meta.dirname).map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  const isCalled = (name: string) =>
    sources.some((source) => new RegExp(`\\b(store|other|writer)\\.${name}\\(`).test(source))
  const expected = Object.entries(methods).flatMap(([name, isWanted]) => (isWanted ? [name] : []))
  expect(expected.filter((name) => !isCalled(name))).toEqual([])
  expect(isCalled('noSuchMethod'), 'control').toBe(false)
})

test('the contract suite runs on every engine, PostgreSQL included', ({ skip }) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  expect(engines.map(({ name }) => name)).toEqual(['sqlite', 'postgres'])
})
