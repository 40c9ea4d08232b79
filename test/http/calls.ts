import { endpoints } from '../../shared/endpoints.ts'
import { type OperationName, operations } from '../../shared/operations.ts'
import { custodians, tenants } from '../harness/seed.ts'

/** A good call of an endpoint, and the same for an object that is not there. */
export type Call = {
  /** `GET /livez`, as in the contract. */
  readonly endpoint: string
  readonly method: string
  readonly path: string
  readonly missingPath: string
  readonly body?: Readonly<Record<string, unknown>>
  /** The version that a change is based on; no object has it. */
  readonly ifMatch?: string
}

export type Credentials = { readonly apiKey: string; readonly secretApiKey: string }

const missingId = '999'

/** One good call of every endpoint. */
export function callsOf(credentials: Credentials, rotationId: string): Call[] {
  const rotation = { tenantId: Number(tenants.first), ...credentials }
  const bodies: Partial<Record<OperationName, Call['body']>> = {
    'custodians.updateApiKeys': rotation,
    'custodians.validateApiKeys': rotation,
    'custodians.create': { tenantId: Number(tenants.second), name: 'New', provider: 'copper' },
    'custodians.update': { name: 'Renamed' },
    'tenants.create': { name: 'New' },
    'tenants.update': { name: 'Renamed' },
  }
  const filled = (path: string, id: string, tenantId = tenants.first as string) =>
    path.replace('{tenantId}', tenantId).replace('{id}', id).replace('{rotationId}', rotationId)
  const health = ['/livez', '/readyz'].map((path) => ({ method: 'GET', path, missingPath: path }))
  const mirrors = Object.entries(endpoints).map(([name, { method, path }]) => ({
    method,
    endpoint: `${method} ${path}`,
    path: filled(path, custodians.copper),
    missingPath: name === 'custodians.list' ? `${path}?tenantId=${missingId}` : filled(path, missingId, missingId),
    ...('versioned' in operations[name as OperationName] && { ifMatch: '"999"' }),
    ...(name in bodies && { body: bodies[name as OperationName] as NonNullable<Call['body']> }),
  }))
  return [...mirrors, ...health.map((call) => ({ ...call, endpoint: `GET ${call.path}` }))]
}
