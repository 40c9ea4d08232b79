import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Method, methods } from '../../../desktop/bridge/channels.ts'
import { schema } from '../../../desktop/bridge/schema.ts'
import { fuzzedCall, goodPayloads } from '../gate/payloads.ts'
import type { OpenConsole } from '../harness/console.ts'
import { testAlone as test } from '../harness/desk.ts'
import type { Sender } from '../host/electron/ipc-main.ts'

type Failed = { readonly ok: false; readonly error: { readonly code: string } }

const stateNow = async (page: Page) => JSON.stringify(await page.evaluate('strongroom.state(null)'))
const forge = ({ electron }: OpenConsole, sender: Sender, { channel, args }: { channel: string; args: unknown[] }) =>
  electron.ipc.forge({ channel, args, sender })
const stateCall = { channel: 'state', args: [null] }
const refused = { value: { ok: false, error: expect.objectContaining({ code: 'NotAllowed' }) } }

test('the table, the preload and ipcMain know the same methods, at most 12', async ({ page, desk }) => {
  expect(methods.length).toBeLessThanOrEqual(12)
  const offered = (await page.evaluate('Object.keys(strongroom)')) as string[]
  expect(offered.sort()).toEqual([...methods, 'on'].sort())
  expect((await desk.electron.ipc.channels()).sort()).toEqual([...methods].sort())
})

test('the preload subscribes to three events and no other', async ({ page }) => {
  for (const name of ['__proto__', 'call', 'state ', 'toString'])
    await expect(page.evaluate(`strongroom.on(${JSON.stringify(name)}, () => {})`)).rejects.toThrow('no event')
  expect(await page.evaluate(`typeof strongroom.on('state', () => {})`)).toBe('function')
})

describe('the sender check', () => {
  const senders: Readonly<Record<string, Sender>> = {
    'a frame within it': { subframe: 'app://console/index.html' },
    'a blank frame within it': { subframe: 'about:blank' },
    'a frame within it without address': { subframe: '' },
    'about:blank': { mainFrameAt: 'about:blank' },
    'an empty address': { mainFrameAt: '' },
    'our own page in another frame': { mainFrameAt: 'app://console/index.html' },
    'another page': { mainFrameAt: 'https://evil.test/' },
    'a frame that is gone': 'gone',
  }

  test.for(Object.entries(senders))(
    'refuses %s on every method and changes nothing',
    async ([, sender], { page, desk }) => {
      const before = await stateNow(page)
      for (const name of methods)
        for (const payload of goodPayloads[name])
          expect(await forge(desk, sender, { channel: name, args: [payload] })).toEqual(refused)
      expect(await stateNow(page)).toBe(before)
      expect(await desk.electron.dialogs.asked()).toEqual([])
      expect(await desk.electron.clipboard.read()).toBe('')
    },
  )

  test('accepts the main frame of the window (control)', async ({ desk }) => {
    expect(await forge(desk, 'main frame', stateCall)).toMatchObject({ value: { ok: true } })
  })
})

test('fuzzed calls through preload and ipcMain that violate the schema are refused and change nothing', async ({
  page,
  desk,
}) => {
  const isCarried = ({ name, payload }: { name: string; payload: unknown }) => {
    const isMethod = (methods as readonly string[]).includes(name)
    if (!isMethod || schema[name as Method].payload.safeParse(payload).success) return false
    try {
      return JSON.stringify(payload)?.length < 100_000
    } catch {
      return false
    }
  }
  const calls = fc.sample(fuzzedCall, 4_000).filter(isCarried).slice(0, 1_000)
  expect(calls.length).toBeGreaterThan(500)
  const before = await stateNow(page)
  for (const { name, payload } of calls)
    expect(await forge(desk, 'main frame', { channel: name, args: [payload] })).toEqual(refused)
  const plain = calls
    .map(({ name, payload }) => ({ name, payload: JSON.parse(JSON.stringify({ payload })).payload as unknown }))
    .filter(isCarried)
  const codes = await page.evaluate(
    `Promise.all(JSON.parse(${JSON.stringify(JSON.stringify(plain))}).map(async ({ name, payload }) => (await strongroom[name](payload)).error?.code))`,
  )
  expect(codes).toEqual(plain.map(() => 'NotAllowed'))
  expect(plain.length).toBeGreaterThan(300)
  expect(await stateNow(page)).toBe(before)
  expect(desk.connections).toEqual([])
  expect(desk.mainErrors).toEqual([])
})

test('a call of an unknown operation or with a value that cannot be cloned gets only a failure', async ({ page }) => {
  for (const script of ['strongroom.state(() => {})', 'strongroom.call(Symbol("x"))', 'strongroom.copy(1n)'])
    expect(await page.evaluate(`Promise.resolve().then(() => ${script}).then(({ ok }) => ok, () => false)`)).toBe(false)
  expect(await page.evaluate('strongroom.state(null).then(({ ok }) => ok)')).toBe(true)
})

test('a locked console answers only state, lock and signOut', async ({ page }) => {
  await page.evaluate(`strongroom.lock({ do: 'lock' })`)
  for (const name of methods.filter((each) => !['state', 'lock', 'signOut'].includes(each)))
    for (const payload of goodPayloads[name]) {
      const answered = (await page.evaluate(`strongroom.${name}(${JSON.stringify(payload)})`)) as Failed
      expect([name, answered.ok, answered.error.code]).toEqual([name, false, 'Locked'])
    }
  const passphrase = { do: 'set-passphrase', passphrase: 'chosen by the page' }
  const answered = (await page.evaluate(`strongroom.lock(${JSON.stringify(passphrase)})`)) as Failed
  expect(answered.error.code).toBe('Locked')
  const stranger = (await page.evaluate(`strongroom.signOut({ profileId: crypto.randomUUID() })`)) as Failed
  expect(stranger.error.code).toBe('NoSuchProfile') // which opens nothing
  expect(await stateNow(page)).toMatch(/"isLocked":true.*"hasPassphrase":false/)
})

test('a foreign page in the window of the console is refused', async ({ page, desk }) => {
  await page.goto('about:blank').catch(() => {})
  await expect.poll(() => forge(desk, 'main frame', stateCall)).toEqual(refused)
})
