import { expect, test } from 'vitest'
import { startTestServer } from '../../harness/server.ts'
import { codeOf, openWindowlessConsole, valueIn } from './windowless-console.ts'

test('the text of a created token stays in main, is copied from there, and is gone once forgotten or locked', async () => {
  await using server = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [profileId = ''] = desk.ids
  valueIn(await desk.signIn(profileId, await server.token({ name: 'Ada' })))
  const create = async (name: string) => {
    const input = { name, tenantId: null, role: 'viewer' }
    const { output } = valueIn(await desk.ask('call', { profileId, path: 'tokens.create', input }))
    expect(JSON.stringify(output)).not.toContain('srt_')
    return (output as { id: string }).id
  }
  const copy = (id: string) => desk.ask('copy', { secret: { of: 'token', id } })
  const holder = async () => (await server.trpc(desk.clipboard.text).session.whoAmI.query({})).tokenName

  const first = await create('first')
  valueIn(await copy(first))
  expect(await holder()).toBe('first')
  const second = await create('second')
  expect(codeOf(await copy(first))).toBe('TokenGone')
  valueIn(await copy(second))
  expect(await holder()).toBe('second')
  valueIn(await desk.ask('copy', { forget: 'secret' }))
  expect(codeOf(await copy(second))).toBe('TokenGone')

  const third = await create('third')
  await desk.console.lock.lock('asked')
  expect(codeOf(await copy(third))).toBe('Locked')
})

test('the secret of a webhook stays in main when it is created and rotated, and no other ID gets it', async () => {
  await using server = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [profileId = ''] = desk.ids
  valueIn(await desk.signIn(profileId, await server.token({ name: 'Ada' })))
  const call = async (
    path: 'webhooks.create' | 'webhooks.rotateSecret',
    input: Record<string, string | number | string[]>,
  ) => {
    const { output } = valueIn(await desk.ask('call', { profileId, path, input }))
    expect(JSON.stringify(output)).not.toContain('whsec_')
    return output as { id: string; version: number }
  }
  const copy = (of: 'token' | 'webhook', named: string) => desk.ask('copy', { secret: { of, id: named } })

  const wanted = { name: 'desk', url: 'https://hooks.example.com', eventTypes: ['rotation.ended'] }
  const { id, version } = await call('webhooks.create', wanted)
  valueIn(await copy('webhook', id))
  const first = desk.clipboard.text
  expect(first).toMatch(/^whsec_/)
  expect(codeOf(await copy('webhook', '99'))).toBe('SecretGone')
  expect(codeOf(await copy('token', id))).toBe('TokenGone')
  await call('webhooks.rotateSecret', { webhookId: id, version, overlapSeconds: 0 })
  valueIn(await copy('webhook', id))
  expect(desk.clipboard.text).toMatch(/^whsec_/)
  expect(desk.clipboard.text).not.toBe(first)
  valueIn(await desk.ask('copy', { forget: 'secret' }))
  expect(codeOf(await copy('webhook', id))).toBe('SecretGone')
  expect(codeOf(await desk.ask('copy', { text: `the secret is ${first}` })), 'from the page').toBe('NotAllowed')
})
