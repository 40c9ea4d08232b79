import type { OperationName } from './operations.ts'

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Path with `{name}` parameters; `{id}` is the custodian's. */
  readonly path: string
  readonly summary: string
}

const custodian = '/platform/admin/custodians/{id}'

/** The REST mirror of each operation. */
export const endpoints: Readonly<Record<OperationName, Endpoint>> = {
  'custodians.updateApiKeys': {
    method: 'PUT',
    path: `${custodian}/update_api_keys`,
    summary: 'Update custodian API keys',
  },
  'reports.reserves': { method: 'GET', path: '/platform/admin/reports/reserves', summary: 'Get reserves report' },
  'custodians.wallets': {
    method: 'GET',
    path: '/tenant/{tenantId}/custodians/{id}/wallets',
    summary: 'List custodian wallets',
  },
  'session.whoAmI': { method: 'GET', path: '/platform/admin/session', summary: 'Tell whose token this is' },
  'tenants.list': { method: 'GET', path: '/platform/admin/tenants', summary: 'List tenants' },
  'custodians.list': { method: 'GET', path: '/platform/admin/custodians', summary: 'List custodians' },
  'custodians.rotations': {
    method: 'GET',
    path: `${custodian}/rotations`,
    summary: 'List the rotations of a custodian',
  },
  'custodians.rotation': {
    method: 'GET',
    path: `${custodian}/rotations/{rotationId}`,
    summary: 'Read one rotation',
  },
  'custodians.validateApiKeys': {
    method: 'POST',
    path: `${custodian}/validate_api_keys`,
    summary: 'Validate custodian API keys without storing them',
  },
  'custodians.checkApiKeys': {
    method: 'POST',
    path: `${custodian}/check_api_keys`,
    summary: 'Check the custodian API keys in force',
  },
  'audit.list': { method: 'GET', path: '/platform/admin/audit', summary: 'Read the audit' },
}

/** What a path parameter is called in an operation's input. */
export const inputNameOf = (pathParameter: string): string => (pathParameter === 'id' ? 'custodianId' : pathParameter)
