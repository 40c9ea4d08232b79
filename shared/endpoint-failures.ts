import { endpoints } from './endpoints.ts'
import { type FailureCode, failureCodes } from './failure.ts'
import type { Endpoint, Operation } from './operation.ts'
import { type EndpointName, operations } from './operations.ts'

/** Failures possible before a request is routed. */
export const failuresOfRequests = [
  'BadRequest',
  'RequestTimeout',
  'UriTooLong',
  'MisdirectedRequest',
  'HeadersTooLarge',
] as const

const ofEndpoints = [
  'ValidationError',
  'UnsupportedApiVersion',
  'Unauthenticated',
  'Forbidden',
  'TooManyRequests',
  'UnexpectedError',
  'NotReady',
] as const

const ofBodies = ['PayloadTooLarge', 'UnsupportedMediaType'] as const
/** Of what names the version that it changes. */
const ofVersions = ['NotFound', 'PreconditionFailed', 'PreconditionRequired'] as const
/** A mutation writes at least an audit record. */
const ofMutations = ['StorageFull', 'AuditUnavailable'] as const
/** Of what is stored in one commit, whose answer can be lost. */
const ofChanges = ['OutcomeUnknown'] as const
/** Ask the provider, and change nothing. */
const inquiries: ReadonlySet<EndpointName> = new Set(['custodians.validateApiKeys', 'custodians.checkApiKeys'])

/** The answers on paths without an endpoint. */
export const failuresOutsideEndpoints: ReadonlyMap<FailureCode, string> = new Map([
  ['MethodNotAllowed', 'any other method on the path of an operation'],
  ['NotFound', 'any other path'],
])

export const healthEndpoints = {
  '/livez': {
    summary: 'Liveness probe',
    description: 'Responds even under full load.',
    failures: [...failuresOfRequests],
  },
  '/readyz': {
    summary: 'Readiness probe',
    description: '503 with the reason while the service cannot write, or once its audit log is found damaged.',
    failures: [...failuresOfRequests, 'NotReady'],
  },
} as const satisfies Record<string, { summary: string; description: string; failures: readonly FailureCode[] }>

/** Whether the endpoint reads a body. */
export const readsBody = ({ method }: Endpoint): boolean => method !== 'GET'

/** Every failure that an endpoint can answer, in the order of `failureCodes`. */
export function failuresOf(name: EndpointName): readonly FailureCode[] {
  const operation: Operation = operations[name]
  const possible = new Set<FailureCode>([
    ...failuresOfRequests,
    ...ofEndpoints,
    ...(readsBody(endpoints[name]) ? ofBodies : []),
    ...(operation.kind === 'mutation' ? ofMutations : []),
    ...(operation.kind === 'mutation' && !inquiries.has(name) ? ofChanges : []),
    ...(operation.versioned ? ofVersions : []),
    ...endpoints[name].failures,
  ])
  return (Object.keys(failureCodes) as FailureCode[]).filter((code) => possible.has(code))
}
