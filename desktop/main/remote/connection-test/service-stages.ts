import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { contractVersion } from '../../../../shared/contract-version.ts'
import { t } from '../../../words/words.ts'
import type { RemoteServer } from '../connections.ts'
import { type Fault, unreadableAnswer } from '../fault.ts'
import { type Asking, askReadiness } from '../readiness.ts'
import { destroyBody, headFault, printable, readWhole } from '../response-body.ts'
import { failed, failedBy, passed, type StageEnd } from './stage-result.ts'

const largestHealth = 64 * 1024
const Alive = z.object({ isSuccess: z.literal(true), value: z.object({ status: z.literal('ok') }) })

/** What a server says of itself to anyone. */
export type Service = { readonly end: StageEnd; readonly versions: string | null }

/** Whether it is a Strongroom server; no token is sent. */
export async function askService(target: RemoteServer, asking: Asking): Promise<Service> {
  const alive = await askHealth(target, asking)
  if (alive.fault) return { end: failedBy(alive.fault), versions: null }
  const { isReady, said } = await askReadiness(target, asking)
  const detail = isReady ? t('network:test.ready') : [t('network:test.notReady'), said ?? ''].join(' ').trim()
  return { end: passed(detail), versions: alive.versions }
}

type Health = { readonly fault: Fault | null; readonly versions: string | null }

async function askHealth(target: RemoteServer, { connections, limits }: Asking): Promise<Health> {
  const signal = AbortSignal.timeout(limits.answerMs)
  const response = await connections.send(target, {
    method: 'GET',
    path: '/livez',
    headers: { accept: 'application/json' },
    signal,
  })
  if (!response.ok) return { fault: response.error, versions: null }
  const versions = response.value.headers['api-supported-versions']
  return { fault: await healthFault(response.value), versions: versions === undefined ? null : `${versions}` }
}

async function healthFault(response: Dispatcher.ResponseData): Promise<Fault | null> {
  const wrongHead = headFault(response)
  if (wrongHead) return destroyBody(response, wrongHead)
  const bytes = await readWhole(response, largestHealth)
  if (!bytes.ok) return bytes.error
  return isAlive(bytes.value) ? null : unreadableAnswer(t('network:test.notStrongroom'))
}

function isAlive(bytes: Buffer): boolean {
  try {
    return Alive.safeParse(JSON.parse(bytes.toString())).success
  } catch {
    return false
  }
}

/** Whether server and console use the same API version, by the header that every response has. */
export function compareVersions(versions: string | null): StageEnd {
  if (versions === null) return failed(t('network:test.noVersion'))
  const spoken = versions.split(',').map((version) => version.trim())
  if (spoken.includes(contractVersion)) return passed(t('network:test.version', { version: contractVersion }))
  return failed(t('network:test.otherVersion', { versions: printable(versions, 60), version: contractVersion }))
}
