import { Agent, buildConnector, Client, type Dispatcher } from 'undici'
import type { Profile } from '../../bridge/profiles.ts'
import { faulty, fine, networkFault, type Outcome } from './fault.ts'
import type { Limits } from './limits.ts'
import { acceptedEncodings } from './response-body.ts'
import { type Trust, trustOf } from './trust.ts'

export type Target = Pick<Profile, 'id' | 'url' | 'caFile'>

export type Sent = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export type Connections = AsyncDisposable & {
  /** Sends one request, once. Redirects come back as they are; there are no cookies and no proxies. */
  send(target: Target, sent: Sent): Promise<Outcome<Dispatcher.ResponseData>>
  /** Closes what is open to a server whose profile was changed, removed or signed out of; what is under way fails. */
  close(profileId: string): Promise<void>
}

type Open = { readonly key: string; readonly agent: Agent; readonly connector: buildConnector.connector }

/**
 * Connections to the servers of the profiles, each with its own trust. The console talks straight to the address it was
 * given: a proxy of the environment is not used, since it would see to whom and could be set by any program of the user.
 */
export function createConnections(limits: Limits): Connections {
  const opened = new Map<string, Open>()

  const close = async (profileId: string) => {
    const old = opened.get(profileId)
    opened.delete(profileId)
    await old?.agent.destroy()
  }

  const openFor = async ({ id, url, caFile }: Target): Promise<Outcome<Open>> => {
    const trust = await trustOf(caFile)
    if (!trust.ok) return trust
    const key = `${url}\n${trust.value.pem}`
    const known = opened.get(id)
    if (known?.key === key) return fine(known)
    const open: Open = { key, ...connectionTo(trust.value, limits) }
    opened.set(id, open)
    await known?.agent.destroy()
    return fine(open)
  }

  return {
    send: async (target, sent) => {
      const open = await openFor(target)
      if (!open.ok) return open
      const packed = { ...sent, headers: { ...sent.headers, 'accept-encoding': encodingsFor(target) } }
      return sent.method === 'GET'
        ? ask(open.value, target, packed)
        : change(open.value, target, { sent: packed, limits })
    },
    close,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...opened.keys()].map(close))
    },
  }
}

/** On this machine, where alone there is plain HTTP, packing takes longer than it saves. */
const encodingsFor = ({ url }: Target) => (url.startsWith('https:') ? acceptedEncodings : 'identity')

const clientOptions = ({ answerMs, idleMs }: Limits) =>
  ({
    allowH2: false,
    pipelining: 1,
    headersTimeout: answerMs,
    bodyTimeout: idleMs,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000, // a connection that slept with the machine is not trusted to be alive
  }) as const

function connectionTo({ context }: Trust, limits: Limits): Omit<Open, 'key'> {
  const connector = buildConnector({
    secureContext: context,
    rejectUnauthorized: true,
    timeout: limits.connectMs,
    allowH2: false,
  } as buildConnector.BuildOptions)
  return { connector, agent: new Agent({ ...clientOptions(limits), connect: connector, connections: 6 }) }
}

async function ask({ agent }: Open, { url }: Target, sent: Sent): Promise<Outcome<Dispatcher.ResponseData>> {
  try {
    return fine(await agent.request({ origin: url, ...sent }))
  } catch (error) {
    return faulty(networkFault(error, true))
  }
}

type Change = { readonly sent: Sent; readonly limits: Limits }

/** A connection of its own: only then is it known whether it stood when the request failed, and no old one is found dead. */
async function change({ connector }: Open, { url }: Target, { sent, limits }: Change) {
  let stood = false
  const client = new Client(url, {
    ...clientOptions(limits),
    connect: (options, callback) =>
      connector(options, (...result) => {
        stood ||= Boolean(result[1])
        callback(...result)
      }),
  })
  try {
    const response = await client.request({ ...sent, reset: true })
    response.body.once('close', () => void client.destroy())
    return fine(response)
  } catch (error) {
    await client.destroy()
    return faulty(networkFault(error, stood))
  }
}
