import type { FailureCode } from './failure.ts'
import { type EndpointName, type OperationName, pageOperations } from './operations.ts'

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Path with `{name}` parameters; `{id}` is the custodian's. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** What the envelope's `value` is when it succeeds. */
  readonly answer: string
  /** Its own failures, besides those that `failuresOf` adds for every endpoint of its kind. */
  readonly failures: readonly FailureCode[]
  /** The answer has an ETag and honors If-None-Match. */
  readonly hasEtag?: true
  /** A list paged by `limit` and `cursor`: only when one of them is given, or always. */
  readonly paged?: 'when-asked' | 'always'
  /** Begins a rotation: accepts an Idempotency-Key and returns the rotation ID in a header. */
  readonly rotates?: true
  /** Rejected credentials are a ValidationError that still carries the result as its value. */
  readonly refusalHasValue?: true
}

const custodian = '/platform/admin/custodians/{id}'

/** The REST mirror of each operation; a list and its pages share one. */
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  'custodians.updateApiKeys': {
    method: 'PUT',
    path: `${custodian}/update_api_keys`,
    summary: 'Update custodian API keys',
    description:
      'Replace (rotate) the API key and secret API key of a custodian. The new credentials are validated against the external custodian provider before they are saved. ' +
      'When validation fails, the existing credentials are kept and the call is answered with an error. `custodianId` in the body is populated from the route `id`.',
    answer: 'the rotation result',
    failures: ['NotFound', 'RotationInProgress', 'IdempotencyMismatch', 'ProviderUnavailable', 'OutcomeUnknown'],
    rotates: true,
    refusalHasValue: true,
  },
  'reports.reserves': {
    method: 'GET',
    path: '/platform/admin/reports/reserves',
    summary: 'Get reserves report',
    description:
      'Read a platform-wide report of reserve transactions per token. It covers deposits, withdrawals and transfers, aggregated over all tokens and reserve accounts. ' +
      'Requires platform administrator privileges.',
    answer: 'an array of reserves report rows, by tokenSymbol, then blockchain',
    failures: ['ReservesUnavailable'],
    hasEtag: true,
    paged: 'when-asked',
  },
  'custodians.wallets': {
    method: 'GET',
    path: '/tenant/{tenantId}/custodians/{id}/wallets',
    summary: 'List custodian wallets',
    description: 'List the wallets of one custodian under one tenant, optionally only the active ones.',
    answer: 'the custodian wallet listing',
    failures: ['NotFound'],
    hasEtag: true,
    paged: 'when-asked',
  },
  'session.whoAmI': {
    method: 'GET',
    path: '/platform/admin/session',
    summary: 'Get the current session',
    description:
      'Name, permissions, tenant and expiry of the operator token, and the versions of server and interface.',
    answer: 'the session',
    failures: [],
  },
  'tenants.list': {
    method: 'GET',
    path: '/platform/admin/tenants',
    summary: 'List tenants',
    description: 'The tenants visible to the operator token: all of them, or its own.',
    answer: 'an array of tenants, by ID',
    failures: [],
    paged: 'when-asked',
  },
  'custodians.list': {
    method: 'GET',
    path: '/platform/admin/custodians',
    summary: 'List custodians',
    description: 'The custodians visible to the operator token, each with the version and state of its credentials.',
    answer: 'an array of custodians, by ID',
    failures: ['NotFound'],
    paged: 'when-asked',
  },
  'custodians.rotations': {
    method: 'GET',
    path: `${custodian}/rotations`,
    summary: 'List the rotations of a custodian',
    description:
      'Newest first, with the outcome of each; one in progress shows its stage. The Idempotency-Key that a rotation was sent ' +
      'with finds it again after a lost response.',
    answer: 'an array of rotations, newest first',
    failures: ['NotFound'],
    paged: 'always',
  },
  'custodians.rotation': {
    method: 'GET',
    path: `${custodian}/rotations/{rotationId}`,
    summary: 'Get a rotation',
    description: 'The outcome of a rotation, by the ID from the `rotation-id` response header.',
    answer: 'the rotation',
    failures: ['NotFound'],
  },
  'custodians.validateApiKeys': {
    method: 'POST',
    path: `${custodian}/validate_api_keys`,
    summary: 'Validate custodian API keys without storing them',
    description: 'Returns what a rotation with these credentials would return. Stores nothing but the audit records.',
    answer: 'the result of the check',
    failures: ['NotFound', 'ProviderUnavailable'],
    refusalHasValue: true,
  },
  'custodians.checkApiKeys': {
    method: 'POST',
    path: `${custodian}/check_api_keys`,
    summary: 'Check the active custodian API keys',
    description:
      'Checks the active credentials with the external provider. Succeeds with the result of the check, even if the provider rejects them or cannot be reached.',
    answer: 'the result of the check',
    failures: ['NotFound', 'DataTampered'],
  },
  'audit.list': {
    method: 'GET',
    path: '/platform/admin/audit',
    summary: 'List audit records',
    description:
      'What was done, newest first, as far as the operator token sees it. A record must match all filters. ' +
      'A time range includes `from` and excludes `to`.',
    answer: 'one page of audit records',
    failures: [],
    paged: 'always',
  },
}

/** What a path parameter is called in an operation's input. */
export const inputNameOf = (pathParameter: string): string => (pathParameter === 'id' ? 'custodianId' : pathParameter)

export const pathParametersOf = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

export const endpointNames = Object.keys(endpoints) as EndpointName[]

const listOfPage = new Map<string, string>(Object.entries(pageOperations).map(([list, page]) => [page, list]))

/** The REST endpoint of an operation. */
export const endpointNameOf = (name: OperationName): EndpointName => (listOfPage.get(name) ?? name) as EndpointName

/** The operation with the full input of an endpoint: for a list, the paged one. */
export const widestOperationOf = (name: EndpointName): OperationName =>
  (pageOperations as Partial<Record<OperationName, OperationName>>)[name] ?? name
