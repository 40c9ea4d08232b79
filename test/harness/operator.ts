import type { z } from 'zod'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import type { EnvelopeError } from '../../shared/envelope.ts'
import type { Id } from '../../shared/primitives.ts'
import { custodians, tenants } from './seed.ts'
import type { TestServer } from './server.ts'

export const pathOf = (custodianId: string, operation: string) =>
  `/platform/admin/custodians/${custodianId}/${operation}`

/** The answer of a REST operation that takes credentials. */
export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly error: z.infer<typeof EnvelopeError> | null
    readonly value: Record<string, unknown> | null
  }
}

type Options = { readonly custodianId?: Id; readonly tenantId?: Id; readonly headers?: Record<string, string> }

/** An operator over REST, as a script would be; the first tenant's Copper custodian where none is named. */
export type Operator = {
  readonly token: string
  rotate(credentials: PlainCredentials, options?: Options): Promise<Answer>
  validate(credentials: PlainCredentials, options?: Options): Promise<Answer>
  check(custodianId?: Id): Promise<Answer>
  /** The custodian as it is listed. */
  custodian(custodianId?: Id): Promise<Record<string, unknown>>
  /** Its rotations, newest first. */
  rotations(custodianId?: Id): Promise<Record<string, unknown>[]>
  /** Kinds of its audit records, oldest first. */
  audit(custodianId?: Id): Promise<string[]>
}

export async function operatorAt(server: TestServer, token?: string): Promise<Operator> {
  const known = token ?? (await server.token())
  const call = async (path: string, method: string, body?: object): Promise<Answer> => {
    const response = await server.rest(known, path, { method, ...(body && { body: JSON.stringify(body) }) })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }
  const offer =
    (operation: string, method: string): Operator['rotate'] =>
    async (credentials, { custodianId = custodians.copper, tenantId = tenants.first, headers = {} } = {}) => {
      const init = { method, headers, body: JSON.stringify({ tenantId, ...credentials }) }
      const response = await server.rest(known, pathOf(custodianId, operation), init)
      return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
    }
  const api = server.trpc(known)
  return {
    token: known,
    rotate: offer('update_api_keys', 'PUT'),
    validate: offer('validate_api_keys', 'POST'),
    check: (custodianId = custodians.copper) => call(pathOf(custodianId, 'check_api_keys'), 'POST'),
    custodian: async (custodianId = custodians.copper) =>
      (await api.custodians.list.query({})).find(({ id }) => id === custodianId) as Record<string, unknown>,
    rotations: (custodianId = custodians.copper) => api.custodians.rotations.query({ custodianId }),
    audit: async (custodianId = custodians.copper) =>
      (await api.audit.list.query({ custodianId })).records.map(({ kind }) => kind).reverse(),
  }
}
