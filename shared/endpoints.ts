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
  /** What it can answer beside the failures that `failuresOf` adds for endpoints of its sort. */
  readonly failures: readonly FailureCode[]
  /** The answer carries an ETag, and If-None-Match asks whether it is still that one. */
  readonly hasEtag?: true
  /** A list that `limit` and `cursor` cut into pages: when one of them is given, or always. */
  readonly paged?: 'when-asked' | 'always'
  /** Begins a rotation: takes an Idempotency-Key, and answers the rotation's id in a header. */
  readonly rotates?: true
  /** A pair that was refused is told as a ValidationError whose value is the result all the same. */
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
    summary: 'Tell whose token this is',
    description:
      'Name, permissions, tenant and expiry of the operator token, and the versions of server and interface.',
    answer: 'the session',
    failures: [],
  },
  'tenants.list': {
    method: 'GET',
    path: '/platform/admin/tenants',
    summary: 'List tenants',
    description: 'The tenants that the operator token sees: all of them, or its own.',
    answer: 'an array of tenants, by id',
    failures: [],
    paged: 'when-asked',
  },
  'custodians.list': {
    method: 'GET',
    path: '/platform/admin/custodians',
    summary: 'List custodians',
    description: 'The custodians that the operator token sees, each with the version and state of its credentials.',
    answer: 'an array of custodians, by id',
    failures: ['NotFound'],
    paged: 'when-asked',
  },
  'custodians.rotations': {
    method: 'GET',
    path: `${custodian}/rotations`,
    summary: 'List the rotations of a custodian',
    description:
      'Newest first, with what came of each; the open one tells how far it is. By the Idempotency-Key that a rotation was sent ' +
      'with, its caller finds it again when the answer was lost.',
    answer: 'an array of rotations, newest first',
    failures: ['NotFound'],
    paged: 'always',
  },
  'custodians.rotation': {
    method: 'GET',
    path: `${custodian}/rotations/{rotationId}`,
    summary: 'Read one rotation',
    description: 'What came of a rotation, by the id that its answer carried in the header `rotation-id`.',
    answer: 'the rotation',
    failures: ['NotFound'],
  },
  'custodians.validateApiKeys': {
    method: 'POST',
    path: `${custodian}/validate_api_keys`,
    summary: 'Validate custodian API keys without storing them',
    description: 'Answers what a rotation with these credentials would, and stores nothing but the audit of it.',
    answer: 'what the check found',
    failures: ['NotFound', 'ProviderUnavailable'],
    refusalHasValue: true,
  },
  'custodians.checkApiKeys': {
    method: 'POST',
    path: `${custodian}/check_api_keys`,
    summary: 'Check the custodian API keys in force',
    description:
      'Asks the external provider about the credentials in force. What it finds is the answer, also when it refuses them or cannot be asked.',
    answer: 'what the check found',
    failures: ['NotFound', 'DataTampered'],
  },
  'audit.list': {
    method: 'GET',
    path: '/platform/admin/audit',
    summary: 'Read the audit',
    description:
      'What was done, newest first, as far as the operator token sees it. Filters hold together: a record that is answered fits all of them. ' +
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

/** Where an operation is found on REST. */
export const endpointNameOf = (name: OperationName): EndpointName => (listOfPage.get(name) ?? name) as EndpointName

/** The operation that takes all that an endpoint takes: of a list, the one that answers pages. */
export const widestOperationOf = (name: EndpointName): OperationName =>
  (pageOperations as Partial<Record<OperationName, OperationName>>)[name] ?? name
