import { Agent, buildConnector, Client, type Dispatcher } from 'undici'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Profile } from '../../bridge/profiles.ts'
import { type Fault, networkFault } from './fault.ts'
import type { RemoteLimits } from './limits.ts'
import { acceptedEncodings } from './response-body.ts'
import { type Trust, trustOf } from './trust.ts'

export type RemoteServer = Pick<Profile, 'id' | 'url' | 'caFile'>

export type OutgoingRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export type Connections = AsyncDisposable & {
  /** Sends a request exactly once. Redirects are returned as they are; there are no cookies and no proxies. */
  send(server: RemoteServer, request: OutgoingRequest): Promise<Result<Dispatcher.ResponseData, Fault>>
  /** Closes the connections of a profile that was changed, removed or signed out of; requests in flight fail. */
  close(profileId: string): Promise<void>
}

type Open = { readonly key: string; readonly agent: Agent; readonly connector: buildConnector.connector }

/**
 * Connections to the servers of the profiles, each with its own trust. The console connects straight to the address it was
 * given: a proxy from the environment is not used, since it would see the traffic and any program of the user can set it.
 */
export function createConnections(limits: RemoteLimits): Connections {
  const opened = new Map<string, Open>()

  async function close(profileId: string): Promise<void> {
    const old = opened.get(profileId)
    opened.delete(profileId)
    await old?.agent.destroy()
  }

  /** Synchronous from the comparison to the replacement, so that two requests never open two agents. */
  async function openFor({ id, url, caFile }: RemoteServer): Promise<Result<Open, Fault>> {
    const trust = await trustOf(caFile)
    if (!trust.ok) return trust
    const key = `${url}\n${trust.value.pem}`
    const known = opened.get(id)
    if (known?.key === key) return ok(known)
    const open = { key, ...connectionTo(url, { trust: trust.value, limits }) }
    opened.set(id, open)
    await known?.agent.destroy()
    return ok(open)
  }

  return {
    send: async (server, request) => {
      const open = await openFor(server)
      if (!open.ok) return open
      const encoded = { ...request, headers: { ...request.headers, 'accept-encoding': encodingsFor(server) } }
      return request.method === 'GET'
        ? sendQuery(open.value, server, encoded)
        : sendMutation(open.value, server, { request: encoded, limits })
    },
    close,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...opened.keys()].map(close))
    },
  }
}

/** Plain HTTP exists on this machine only, where compressing takes longer than it saves. */
const encodingsFor = ({ url }: RemoteServer) => (url.startsWith('https:') ? acceptedEncodings : 'identity')

const clientOptions = ({ answerMs, idleMs }: RemoteLimits) =>
  ({
    allowH2: false,
    pipelining: 1,
    headersTimeout: answerMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000, // one that was idle while the machine slept may be dead
  }) as const

type Terms = { readonly trust: Trust; readonly limits: RemoteLimits }

function connectionTo(url: string, { trust, limits }: Terms): Omit<Open, 'key'> {
  const connector = buildConnector({
    ...(url.startsWith('https:') && { secureContext: trust.context() }),
    rejectUnauthorized: true,
    timeout: limits.connectMs,
    allowH2: false,
  } as buildConnector.BuildOptions)
  return { connector, agent: new Agent({ ...clientOptions(limits), connect: connector, connections: 6 }) }
}

async function sendQuery(
  { agent }: Open,
  { url }: RemoteServer,
  request: OutgoingRequest,
): Promise<Result<Dispatcher.ResponseData, Fault>> {
  try {
    return ok(await agent.request({ origin: url, ...request }))
  } catch (error) {
    return err(networkFault(error, true))
  }
}

type Mutation = { readonly request: OutgoingRequest; readonly limits: RemoteLimits }

/**
 * On a connection of its own: then a failure tells whether the connection was established, so whether anything can have
 * been sent, and no idle connection turns out to be dead.
 */
async function sendMutation(
  { connector }: Open,
  { url }: RemoteServer,
  { request, limits }: Mutation,
): Promise<Result<Dispatcher.ResponseData, Fault>> {
  let wasConnected = false
  const client = new Client(url, {
    ...clientOptions(limits),
    connect: (options, callback) =>
      connector(options, (...result) => {
        wasConnected ||= Boolean(result[1])
        callback(...result)
      }),
  })
  try {
    const response = await client.request({ ...request, reset: true })
    response.body.once('close', () => void client.destroy())
    return ok(response)
  } catch (error) {
    await client.destroy()
    return err(networkFault(error, wasConnected))
  }
}
