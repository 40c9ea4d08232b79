import { randomUUID } from 'node:crypto'
import { createApiForwarder } from '../../../desktop/main/remote/api-forwarder.ts'
import { createConnections, type RemoteServer } from '../../../desktop/main/remote/connections.ts'
import { defaultRemoteLimits, type RemoteLimits } from '../../../desktop/main/remote/limits.ts'

export const profileAt = (url: string, caFile: string | null = null): RemoteServer => ({
  id: randomUUID(),
  url,
  caFile,
})

export const bearer = (token: string) => ({ reveal: () => token })

/** A token made for one test; no server accepts it. */
export const anyToken = () => `srt_${randomUUID().replaceAll('-', '')}`

/** The part of the console that talks to servers, with shorter patience where a test needs it. */
export function createConsole(limits: Partial<RemoteLimits> = {}) {
  const all = { ...defaultRemoteLimits, ...limits }
  const connections = createConnections(all)
  return {
    limits: all,
    connections,
    forwarder: createApiForwarder({ connections, limits: all }),
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  }
}
