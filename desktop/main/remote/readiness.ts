import { z } from 'zod'
import { NotReadyReason } from '../../../shared/readiness.ts'
import { isKnown } from '../../bridge/new-words.ts'
import { t } from '../../words/words.ts'
import type { Connections, RemoteServer } from './connections.ts'
import type { RemoteLimits } from './limits.ts'
import { readWhole } from './response-body.ts'

export type Asking = { readonly connections: Connections; readonly limits: RemoteLimits }

/** Whether a server can do its work; `said` is the reason and the next step, null where it gives none. */
export type ServerReadiness = { readonly isReady: boolean; readonly said: string | null }

const largestAnswer = 64 * 1024
const mostCharacters = 500

const unknown: ServerReadiness = { isReady: false, said: null }

const Answer = z.union([
  z
    .object({ isSuccess: z.literal(true), value: z.object({ status: z.literal('ok') }) })
    .transform(() => ({ isReady: true, said: null })),
  z
    .object({
      isSuccess: z.literal(false),
      error: z.object({ message: z.string().min(1), info: z.array(z.string()).optional() }),
    })
    .transform(({ error }) => ({ isReady: false, said: textOf(error) })),
])

const reasonMark = 'reason='

/** In the console's language; what a newer server has for a reason is in the server's own words. */
function textOf({ message, info = [] }: { readonly message: string; readonly info?: readonly string[] | undefined }) {
  const reason = info.find((line) => line.startsWith(reasonMark))?.slice(reasonMark.length) ?? null
  return isKnown(NotReadyReason, reason) ? t(`network:notReady.${reason}`) : message.slice(0, mostCharacters)
}

function readinessIn(bytes: Buffer): ServerReadiness {
  try {
    return Answer.safeParse(JSON.parse(bytes.toString())).data ?? unknown
  } catch {
    return unknown
  }
}

/** Why a server cannot do its work, and the next step; null while it can, and where it does not say. */
export type ReadNotReady = (target: RemoteServer) => Promise<string | null>

/** Asks a server, without a token. One that asks to be asked later is busy, which passes by itself. */
export async function askReadiness(target: RemoteServer, { connections, limits }: Asking): Promise<ServerReadiness> {
  const signal = AbortSignal.timeout(limits.answerMs)
  const headers = { accept: 'application/json' }
  const response = await connections.send(target, { method: 'GET', path: '/readyz', headers, signal })
  if (!response.ok) return unknown
  const bytes = await readWhole(response.value, largestAnswer)
  if (!bytes.ok || response.value.headers['retry-after'] !== undefined) return unknown
  return readinessIn(bytes.value)
}
