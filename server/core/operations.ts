import { ok } from '../../shared/result.ts'
import {
  createOperatorToken,
  disableOperatorToken,
  enableOperatorToken,
  getOperatorToken,
  listOperatorTokens,
  listOperatorTokensPage,
  revokeOperatorToken,
  updateOperatorToken,
} from '../access/administer-tokens.ts'
import { whoAmI } from '../access/who-am-i.ts'
import { freezeChanges, readFreezes, thawChanges } from '../administration/freezes.ts'
import { search } from '../administration/search.ts'
import type { Parts } from '../context/parts.ts'
import { listCustodians, listCustodiansPage } from '../custodians/list-custodians.ts'
import { listTenants, listTenantsPage } from '../custodians/list-tenants.ts'
import { listWallets, listWalletsPage } from '../custodians/list-wallets.ts'
import { readReserves, readReservesPage } from '../reserves/read-reserves.ts'
import { checkCredentials } from '../rotations/check.ts'
import { findRotation, listRotations, listRotationsPage } from '../rotations/list-rotations.ts'
import { rotateCredentials } from '../rotations/rotate.ts'
import { validateCredentials } from '../rotations/validate.ts'
import { createAdministration } from './administration.ts'
import type { Operations } from './perform.ts'
import { createWebhookOperations } from './webhooks.ts'

/** What stands behind each operation of the contract. */
export const createOperations = (parts: Parts): Operations => ({
  ...createAdministration(parts),
  ...createWebhookOperations(parts),
  'session.whoAmI': async (_input, { principal }) => ok(await whoAmI(principal, parts.store)),
  'search.find': (input, call) => search(input, call, parts),
  'tenants.list': (_input, call) => listTenants(call, parts),
  'tenants.listPage': (input, call) => listTenantsPage(input, call, parts),
  'custodians.list': (input, call) => listCustodians(input, call, parts),
  'custodians.listPage': (input, call) => listCustodiansPage(input, call, parts),
  'custodians.wallets': (input, call) => listWallets(input, call, parts),
  'custodians.walletsPage': (input, call) => listWalletsPage(input, call, parts),
  'custodians.rotations': (input, call) => listRotations(input, call, parts),
  'custodians.rotationsPage': (input, call) => listRotationsPage(input, call, parts),
  'custodians.rotation': (input, call) => findRotation(input, call, parts),
  'custodians.updateApiKeys': (input, call) => parts.inFlight.track(rotateCredentials(input, call, parts)),
  'custodians.validateApiKeys': (input, call) => parts.inFlight.track(validateCredentials(input, call, parts)),
  'custodians.checkApiKeys': (input, call) => parts.inFlight.track(checkCredentials(input, call, parts)),
  'reports.reserves': (input) => readReserves(input, parts),
  'reports.reservesPage': (input) => readReservesPage(input, parts),
  'tokens.list': (input, call) => listOperatorTokens(input, call, parts),
  'tokens.listPage': (input, call) => listOperatorTokensPage(input, call, parts),
  'tokens.get': (input, call) => getOperatorToken(input, call, parts),
  'tokens.create': (input, call) => createOperatorToken(input, call, parts),
  'tokens.update': (input, call) => updateOperatorToken(input, call, parts),
  'tokens.disable': (input, call) => disableOperatorToken(input, call, parts),
  'tokens.enable': (input, call) => enableOperatorToken(input, call, parts),
  'tokens.revoke': (input, call) => revokeOperatorToken(input, call, parts),
  'freezes.list': (_input, call) => readFreezes(call, parts),
  'freezes.freeze': (input, call) => freezeChanges(input, call, parts),
  'freezes.thaw': (input, call) => thawChanges(input, call, parts),
  'audit.list': async (input, { principal }) => ok(await parts.store.listAudit(input, principal.tenantId)),
})
