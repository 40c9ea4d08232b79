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
