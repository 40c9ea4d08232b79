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

/** What is there on a stage. */
type Present = {
  readonly credentials: Credentials
  readonly rotationId: string
  readonly tokenId: string
  readonly eventId: string
}

/** One good call of every endpoint. */
export function callsOf({ credentials, rotationId, tokenId, eventId }: Present): Call[] {
  const rotation = { tenantId: Number(tenants.first), ...credentials }
  const bodies: Partial<Record<OperationName, Call['body']>> = {
    'custodians.updateApiKeys': rotation,
    'custodians.validateApiKeys': rotation,
    'custodians.create': { tenantId: Number(tenants.second), name: 'New', provider: 'copper' },
    'custodians.update': { name: 'Renamed' },
    'wallets.update': { label: 'Vault, Zurich' },
    'networks.create': { name: 'New' },
    'networks.update': { name: 'Renamed' },
    'chainTokens.create': { symbol: 'NEW', blockchainId: 1, decimals: 6 },
    'chainTokens.update': { symbol: 'RENAMED' },
    'reserveAccounts.create': { blockchainId: 1, address: '0xnew', name: 'New' },
    'reserveAccounts.update': { name: 'Renamed' },
    'tenants.create': { name: 'New' },
    'tenants.update': { name: 'Renamed' },
    'tokens.create': { name: 'night-shift', tenantId: Number(tenants.first), role: 'viewer' },
    'tokens.update': { expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    'freezes.freeze': { tenantId: Number(tenants.second), reason: 'case 7' },
    'freezes.thaw': { tenantId: Number(tenants.second), reason: 'closed' },
    'tokens.revoke': { reason: 'left the team' },
    'webhooks.create': { name: 'New', url: 'https://hooks.example.com/', eventTypes: ['rotation.ended'] },
    'webhooks.update': { name: 'Renamed' },
    'webhooks.rotateSecret': { overlapSeconds: 60 },
  }
  const filled = (path: string, ids: Readonly<Record<string, string>>) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? missingId)
  const health = ['/livez', '/readyz'].map((path) => ({ method: 'GET', path, missingPath: path }))
  const searched = endpoints['search.find'].path
  const mirrors = Object.entries(endpoints).map(([name, { method, path }]) => ({
    method,
    endpoint: `${method} ${path}`,
    path: filled(path === searched ? `${path}?query=Copper` : path, {
      tenantId: tenants.first,
      id: custodians.copper,
      rotationId,
      tokenId,
      walletId: '201',
      blockchainId: '1',
      chainTokenId: '1',
      reserveAccountId: '1',
      webhookId: '1',
      eventId,
    }),
    missingPath: name === 'custodians.list' ? `${path}?tenantId=${missingId}` : filled(path, { rotationId, eventId }),
    ...('versioned' in operations[name as OperationName] && { ifMatch: '"999"' }),
    ...(name in bodies && { body: bodies[name as OperationName] as NonNullable<Call['body']> }),
  }))
  return [...mirrors, ...health.map((call) => ({ ...call, endpoint: `GET ${call.path}` }))]
}
