import { fail } from '../shared/failure.ts'
import { type Result, succeed } from '../shared/result.ts'
import { seesTenant } from './access/authorize.ts'
import { whoAmI } from './access/who-am-i.ts'
import { checkCredentials } from './custodians/check-credentials.ts'
import { listCustodians } from './custodians/list-custodians.ts'
import { findRotation, listRotations } from './custodians/list-rotations.ts'
import { rotateCredentials } from './custodians/rotate-credentials.ts'
import { validateCredentials } from './custodians/validate-credentials.ts'
import type { Parts } from './parts.ts'
import type { Operations } from './perform.ts'
import { readReserves } from './reserves/read-reserves.ts'

const found = <Value>(value: Value | null): Result<Value> => (value === null ? fail('NotFound') : succeed(value))

/** What stands behind each operation of the contract. */
export const createOperations = (parts: Parts): Operations => ({
  'session.whoAmI': async (_input, { principal }) => succeed(await whoAmI(principal, parts.store)),
  'tenants.list': async (_input, { principal }) => succeed([...(await parts.store.listTenants(principal.tenantId))]),
  'custodians.list': (input, call) => listCustodians(input, call, parts),
  'custodians.wallets': async (input, { principal }) =>
    seesTenant(principal, input.tenantId) ? found(await parts.store.walletListing(input)) : fail('NotFound'),
  'custodians.rotations': (input, call) => listRotations(input, call, parts),
  'custodians.rotation': (input, call) => findRotation(input, call, parts),
  'custodians.updateApiKeys': (input, call) => parts.underWay.track(rotateCredentials(input, call, parts)),
  'custodians.validateApiKeys': (input, call) => parts.underWay.track(validateCredentials(input, call, parts)),
  'custodians.checkApiKeys': (input, call) => parts.underWay.track(checkCredentials(input, call, parts)),
  'reports.reserves': () => readReserves(parts),
  'audit.list': async (input, { principal }) => succeed(await parts.store.listAudit(input, principal.tenantId)),
})
