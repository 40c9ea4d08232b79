import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { custodians, tenants } from '../harness/seed.ts'
import type { TestServer } from '../harness/server.ts'

export type Refused = { readonly status: number; readonly code: string; readonly info: readonly string[] }

type Envelope = { isSuccess: unknown; isFailure: unknown; value: unknown; error: Record<string, unknown> }
type TrpcError = { error: { message: string; data: { failure: Record<string, unknown>; httpStatus: number } } }

const expectHelp = (headers: Headers, code: unknown) =>
  expect(headers.get('link')).toBe(`</docs/errors#${code}>; rel="help"`)

const errorMembers = ['code', 'message', 'info', 'changed', 'verdict', 'provider', 'cause']

/** The failure in an answer, after its shape was checked for its transport. */
export function failureIn(status: number, headers: Headers, body: string): Refused {
  expect(headers.get('request-id')).toMatch(/^[\w-]+$/)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  const answer = JSON.parse(body) as Envelope | TrpcError
  if ('isSuccess' in answer) {
    expect(Object.keys(answer).sort()).toEqual(['error', 'isFailure', 'isSuccess', 'value'])
    expect([answer.isSuccess, answer.isFailure, answer.value]).toEqual([false, true, null])
    expect(Object.keys(answer.error).sort()).toEqual([...errorMembers].sort())
    expectHelp(headers, answer.error.code)
    return { status, code: answer.error.code as string, info: answer.error.info as string[] }
  }
  const { failure, httpStatus } = answer.error.data
  expect([httpStatus, failure.requestId]).toEqual([status, headers.get('request-id')])
  expectHelp(headers, failure.code)
  return { status, code: failure.code as string, info: failure.info as string[] }
}

export async function refusalOf(response: Response): Promise<Refused> {
  return failureIn(response.status, response.headers, await response.text())
}

/** What nothing may change: every row, and how often a provider was asked. */
export const stateOf = async (server: TestServer) => ({
  stored: await server.stored(),
  asked: server.simulator.counters.total(),
})

const { first } = tenants
const custodianId = custodians.copper
const account = randomUUID()

/** Where each transport takes a rotation, and the members that its body has in addition to the credentials. */
export const rotationTransports = {
  REST: {
    method: 'PUT',
    path: `/platform/admin/custodians/${custodianId}/update_api_keys`,
    members: { tenantId: first },
  },
  tRPC: { method: 'POST', path: '/trpc/custodians.updateApiKeys', members: { tenantId: first, custodianId } },
} as const
export type RotationTransport = keyof typeof rotationTransports

/** A good body, but for the members that are given. */
export async function bodyFor(server: TestServer, transport: RotationTransport, members: object = {}): Promise<string> {
  return JSON.stringify({
    ...rotationTransports[transport].members,
    ...(await server.credentials('copper', { account })),
    ...members,
  })
}
