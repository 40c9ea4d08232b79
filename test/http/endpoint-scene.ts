import { randomUUID } from 'node:crypto'
import { custodians, id, tenants } from '../harness/seed.ts'
import type { TestServer } from '../harness/server.ts'
import { addDelivered, addWebhook } from '../harness/webhooks.ts'
import { type Call, type Credentials, callsOf } from './calls.ts'
import { type Answer, exchange, type Sent } from './exchange.ts'

/** A server with active credentials, and a good call for each of its endpoints. */
export type EndpointScene = {
  readonly server: TestServer
  readonly token: string
  readonly credentials: Credentials
  readonly calls: readonly Call[]
  /** Other credentials of the same account at the provider. */
  readonly newCredentials: (
    mode?: NonNullable<Parameters<TestServer['credentials']>[1]>['mode'],
  ) => Promise<Credentials>
  /** The call as it is sent when nothing is wrong with it. */
  readonly sent: (call: Call) => Sent
  readonly send: (sent: Sent) => Promise<Answer>
}

export async function setEndpointScene(server: TestServer): Promise<EndpointScene> {
  const token = await server.token()
  const account = randomUUID()
  const newCredentials: EndpointScene['newCredentials'] = (mode = 'ok') =>
    server.credentials('copper', { account, mode })
  const credentials = await newCredentials()
  const rotated = await server.rest(token, `/platform/admin/custodians/${custodians.copper}/update_api_keys`, {
    method: 'PUT',
    body: JSON.stringify({ tenantId: tenants.first, ...credentials }),
  })
  await server.token({ name: 'another' })
  const tokens = await server.app.store.listTokens()
  const tokenId = tokens.find(({ name }) => name === 'another')?.tokenId as string
  const webhookId = await addWebhook(server.app.store, { id: id(1) })
  const eventId = await addDelivered(server.app.store, webhookId)
  return {
    server,
    token,
    credentials,
    calls: callsOf({ credentials, rotationId: rotated.headers.get('rotation-id') as string, tokenId, eventId }),
    newCredentials,
    sent: ({ method, path, body, ifMatch }) => ({
      method,
      path,
      headers: [
        ['authorization', `Bearer ${token}`],
        ...(body ? [['content-type', 'application/json'] as const] : []),
        ...(ifMatch ? [['if-match', ifMatch] as const] : []),
      ],
      ...(body && { body: JSON.stringify(body) }),
    }),
    send: (sent) => exchange(server.url, sent),
  }
}
