import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { simulatorFileIn } from '../../server/config.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import type { Mode } from '../../server/providers/simulator/modes.ts'
import { EventType } from '../../shared/webhooks.ts'
import { serveFolder } from '../cli/serving.ts'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { withStoreOf } from '../harness/folders.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { until } from '../harness/until.ts'
import { type Received, startReceiver, verified } from './receiver.ts'

const day = 86_400_000
const serve = (dataDir: string) => serveFolder(dataDir, '--webhook-allow', '127.0.0.0/8')

type Event = { readonly type: string; readonly data: Readonly<Record<string, string | null>> }

/** A caller of the REST API of a server of the command line. */
function callerOf(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return async (method: string, path: string, body: object = {}) => {
    const answer = await fetch(`${url}/platform/admin/${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: answer.status, value: ((await answer.json()) as { value: Record<string, string> }).value }
  }
}

/** A token that was made for longer than the two weeks of the reminder, and ends within them. */
const addExpiringToken = (dataDir: string) =>
  withStoreOf(dataDir, (store) =>
    store.createToken({
      hash: Buffer.alloc(32, 7),
      permissions: ['wallets:read'],
      tenantId: tenants.first,
      expiresAt: Date.now() + 9 * day,
      name: 'night-shift',
      actor: 'test',
      at: Date.now() - 30 * day,
    }),
  )

test('each kind of event is sent by what it reports, and verified by the receiver', async ({ folder }) => {
  const { dataDir, data } = folder
  await using receiver = await startReceiver()
  const { credentials, key } = await issueCredentials('copper', { account: 'one' })
  const simulate = (mode: Mode) => writeFileSync(simulatorFileIn(dataDir), JSON.stringify({ keys: [{ ...key, mode }] }))
  simulate('ok')
  const { stdout: token } = await strongroom(['token', 'create', '--data', dataDir, '--name', 'hooks', '--all'])
  let secret = ''
  {
    await using server = await serve(dataDir)
    const call = callerOf(server.addresses.url, token.trim())
    const wanted = { name: 'receiver', url: receiver.url, eventTypes: EventType.options }
    secret = (await call('POST', 'webhooks', wanted)).value.secret ?? ''
    const custodian = `custodians/${custodians.copper}`
    const offer = { tenantId: tenants.first, ...credentials }
    expect(await call('PUT', `${custodian}/update_api_keys`, offer)).toMatchObject({ status: 200 })
    await until(() => receiver.received.length === 1)
    simulate('unknown-key')
    expect(await call('POST', `${custodian}/check_api_keys`)).toMatchObject({ status: 200 })
    await until(() => receiver.received.length === 2)
    const file = join(folder.path, 'tenants.csv')
    writeFileSync(file, 'tenantId,name\n77,Northern Bank\n')
    expect((await strongroom(['import', file, '--data', dataDir])).status).toBe(0)
    await until(() => receiver.received.length === 3)
  }
  await addExpiringToken(dataDir)
  await data.tamper.change('audit', ({ sequence }) => sequence === 3, { actor: 'another' })
  await using _ = await serve(dataDir)
  await until(() => receiver.received.length === 5)

  const events = receiver.received.map((request: Received) => verified(request, secret) as Event)
  expect(events.map(({ type }) => type).toSorted()).toEqual(EventType.options.toSorted())
  const dataOf = (type: EventType) => events.find((event) => event.type === type)?.data
  expect(dataOf('rotation.ended')).toMatchObject({
    custodianId: custodians.copper,
    outcome: 'stored',
    operator: 'hooks',
  })
  expect(dataOf('credentials.rejected')).toMatchObject({
    custodianId: custodians.copper,
    verdict: 'wrong-credentials',
  })
  expect(dataOf('data.imported')).toMatchObject({ file: 'tenants.csv', kind: 'tenants', added: '1' })
  expect(dataOf('token.expiring')).toMatchObject({ name: 'night-shift', tenantId: tenants.first })
  expect(dataOf('data.damaged')).toMatchObject({ what: 'audit', sequence: '3' })
  const { apiKey, secretApiKey } = credentials
  const sent = JSON.stringify(receiver.received)
  for (const each of [apiKey, secretApiKey, token.trim(), secret]) expect(sent).not.toContain(each)
})
