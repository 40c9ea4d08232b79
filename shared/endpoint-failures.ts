import { type Endpoint, endpoints } from './endpoints.ts'
import { type FailureCode, failureCodes } from './failure.ts'
import { type EndpointName, type Operation, operations } from './operations.ts'

/** What any request may be answered before it is known where it goes. */
const ofRequests = ['BadRequest', 'RequestTimeout', 'UriTooLong', 'MisdirectedRequest', 'HeadersTooLarge'] as const

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
/** A mutation writes at least its audit. */
const ofMutations = ['StorageFull', 'AuditUnavailable'] as const

/** What is answered where no endpoint is. */
export const failuresBesideEndpoints: ReadonlyMap<FailureCode, string> = new Map([
  ['MethodNotAllowed', 'any other method on the path of an operation'],
  ['NotFound', 'any other path'],
])

export const healthEndpoints = {
  '/livez': {
    summary: 'Tell that the process answers',
    description: 'Answers however busy the service is.',
    failures: [...ofRequests],
  },
  '/readyz': {
    summary: 'Tell whether the service is ready',
    description:
      'Readiness probe: 503 with the reason while the service cannot write, or when its audit is found damaged.',
    failures: [...ofRequests, 'NotReady'],
  },
} as const satisfies Record<string, { summary: string; description: string; failures: readonly FailureCode[] }>

/** Whether the endpoint reads a body. */
export const readsBody = ({ method }: Endpoint): boolean => method !== 'GET'

/** Every failure that an endpoint can answer, in the order of `failureCodes`. */
export function failuresOf(name: EndpointName): readonly FailureCode[] {
  const operation: Operation = operations[name]
  const possible = new Set<FailureCode>([
    ...ofRequests,
    ...ofEndpoints,
    ...(readsBody(endpoints[name]) ? ofBodies : []),
    ...(operation.kind === 'mutation' ? ofMutations : []),
    ...endpoints[name].failures,
  ])
  return (Object.keys(failureCodes) as FailureCode[]).filter((code) => possible.has(code))
}
