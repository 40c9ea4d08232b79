import type { Command } from 'commander'
import type { Freeze } from '../../../shared/freezes.ts'
import type { Session } from '../../../shared/session.ts'
import { exitCodes } from '../exit-codes.ts'
import { record } from '../table.ts'
import { answerValue } from './answer-rows.ts'
import { createApi } from './api.ts'
import { reasonOf } from './network-reasons.ts'
import { requireValue } from './remote-error.ts'
import { type SendOptions, sendOnce, type TrustedServer } from './send-once.ts'
import { apiOf, type GivenServer, targetOf, withServer } from './target.ts'

const pairsOf = ({ tokenName, owner, tenant, permissions, expiresAt, serverVersion }: Session) =>
  [
    ['operator', tokenName],
    ...(owner ? [['owner', owner] as const] : []),
    ['tenant', tenant ? `${tenant.name} (${tenant.id})` : 'all (platform administrator)'],
    ['permissions', permissions.join(', ')],
    ['expires', expiresAt],
    ['version', serverVersion],
  ] as const

async function whoAmI(given: GivenServer, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const session = requireValue(await api.call('session.whoAmI', {}), 'the session cannot be read', api)
  if (given.json) return answerValue(session)
  process.stdout.write(`${record([['server', api.server.url], ...pairsOf(session)])}\n`)
}

export const addWhoAmI = (program: Command): void => void withServer(program.command('whoami')).action(whoAmI)

/** Whether the server can do its work; that needs no token, and a server that cannot be reached is an answer too. */
async function readinessOf(server: TrustedServer, options: SendOptions) {
  const response = await sendOnce(
    server,
    { method: 'GET', path: '/readyz', headers: { accept: 'application/json' } },
    options,
  )
  if ('code' in response) return { state: 'unreachable', reason: reasonOf(response.code) } as const
  if (response.status === 200) return { state: 'ready', reason: null } as const
  return { state: 'not ready', reason: `HTTP ${response.status} at /readyz` } as const
}

/** As one line has it: what is frozen, and whom to ask. */
const frozenPair = ({ tenantId, frozenBy, frozenAt, reason }: Freeze) =>
  [
    'frozen',
    `${tenantId === null ? 'everything' : `tenant ${tenantId}`}, by ${frozenBy} since ${frozenAt}: ${reason}`,
  ] as const

async function status(given: GivenServer, command: Command): Promise<void> {
  const { server, token, profile } = await targetOf(given, command)
  const timeoutMs = given.timeout * 1_000
  const { state, reason } = await readinessOf(server, { timeoutMs })
  const api = createApi({ server, token, timeoutMs })
  const session = state === 'unreachable' ? null : await api.call('session.whoAmI', {})
  const value = session?.ok ? session.value : null
  const listed = value?.permissions.includes('tenants:read') ? await api.call('freezes.list', {}) : null
  const freezes = listed?.ok ? listed.value : null
  const isFine = state === 'ready' && value !== null
  const problem = reason ?? (session && !session.ok ? session.error.message : null)
  if (!isFine) process.exitCode = exitCodes.failed
  if (given.json) return answerValue({ url: server.url, profile, state, problem, session: value, freezes })
  const pairs = [
    ['server', server.url],
    ['profile', profile ?? '-'],
    ['state', state],
    ...(problem === null ? [] : [['problem', problem] as const]),
    ...(freezes ?? []).map(frozenPair),
    ...(value ? pairsOf(value) : []),
  ] as const
  process.stdout.write(`${record(pairs)}\n`)
}

export const addStatus = (program: Command): void => void withServer(program.command('status')).action(status)
