import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { attentionOf } from '../../../desktop/bridge/attention.ts'
import { defaultSettings, type Settings } from '../../../desktop/bridge/settings.ts'
import { lockedNoticeOf, noticeOf, type TrayFace, trayFaceOf } from '../../../desktop/main/attention/attention-texts.ts'
import type { Desktop, TrayMenuItem } from '../../../desktop/main/attention/background.ts'
import { Custodian } from '../../../shared/custodians.ts'
import { tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { until } from '../../harness/until.ts'
import { t } from '../harness/words.ts'
import { openWindowlessConsole, type WindowlessConsole } from '../main/windowless-console.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.token()
})
afterAll(() => server?.[Symbol.asyncDispose]())

/** Paths that the console asks for; the client of the test batches its own. */
const asked: string[] = []
const note = (message: unknown) => {
  const { path } = (message as { request: { path: string } }).request
  if (path.startsWith('/trpc/') && !path.includes('batch=')) asked.push(path)
}
beforeAll(() => subscribe('undici:request:create', note))
afterAll(() => unsubscribe('undici:request:create', note))
afterEach(() => {
  asked.length = 0
})

/** What a person sees outside the window, and whether the window is in front. */
function seenOutside() {
  const seen = {
    tray: null as (TrayFace & { readonly menu: readonly TrayMenuItem[] }) | null,
    notices: [] as { title: string; body: string; click: () => void }[],
    opened: [] as (string | null)[],
    isFocused: false,
  }
  const desktop: Partial<Desktop> = {
    showTray: (tray) => {
      seen.tray = tray
    },
    notify: (notice, click) => void seen.notices.push({ ...notice, click }),
    isWindowFocused: () => seen.isFocused,
    open: (place) => void seen.opened.push(place),
  }
  return Object.assign(seen, { desktop })
}

type Seen = ReturnType<typeof seenOutside>

const change = (desk: WindowlessConsole, settings: Partial<Settings>) =>
  desk.ask('settings', { ...defaultSettings, ...settings })

async function choose({ tray }: Seen, label: string): Promise<void> {
  const item = tray?.menu.find((one) => one.label === label)
  if (!item?.run) throw new Error(`The tray cannot ${label}.`)
  item.run()
}

const checkNow = (seen: Seen) => choose(seen, t('attention:menu.check'))

/** A custodian without keys, which needs attention. */
const addCustodian = (name: string) =>
  server.trpc(token).custodians.create.mutate({ tenantId: tenants.first, name, provider: 'copper' })

const tooltip = (count: number) => `${t('product')}: ${t('home:attentionCount', { count })}`

/** How much the server has to report by now; tests of this file add to it. */
async function currentCount(): Promise<number> {
  const custodians = await server.trpc(token).custodians.list.query({})
  return attentionOf({ custodians, session: undefined, records: [], now: Date.now(), dueDays: 90 }).length
}

test('a console that was not asked to shows nothing outside its window and asks the server nothing', async () => {
  const seen = seenOutside()
  await using desk = await openWindowlessConsole({ urls: [server.url], desktop: seen.desktop })
  await desk.signIn(desk.ids[0] ?? '', token)
  asked.length = 0
  await desk.ask('settings', defaultSettings)
  await desk.state()
  expect([seen.tray, asked]).toEqual([null, []])
  // The control.
  await change(desk, { showsTrayIcon: true })
  await until(() => asked.length > 1)
  expect(seen.tray).not.toBe(null)
})

test('the tray shows how much needs attention, and a notification names what is new while the window is not in front', async () => {
  const seen = seenOutside()
  await using desk = await openWindowlessConsole({ urls: [server.url], desktop: seen.desktop })
  const [id = ''] = desk.ids
  await change(desk, { showsTrayIcon: true, notifies: 'everything' })
  expect(seen.tray?.tooltip).toBe(`${t('product')}: ${t('attention:status.signedOut')}`)
  await desk.signIn(id, token)
  const count = await currentCount()
  await until(() => seen.tray?.tooltip === tooltip(count))
  expect(seen.tray).toMatchObject({ image: `count${count}`, title: `${count}` })
  expect(seen.notices).toEqual([])

  const first = await addCustodian('Harbor')
  await checkNow(seen)
  await until(() => seen.notices.length === 1)
  expect(seen.notices[0]).toMatchObject({ title: `${t('home:kind.noKeys')}: Harbor`, body: t('home:meaning.noKeys') })
  seen.notices[0]?.click()
  expect(seen.opened).toEqual([`/custodians/${first.id}/rotate`])

  seen.isFocused = true
  await addCustodian('Seen in the window')
  await checkNow(seen)
  await until(() => seen.tray?.tooltip === tooltip(count + 2))
  seen.isFocused = false
  await change(desk, { showsTrayIcon: true, notifies: 'critical' })
  await addCustodian('Not critical')
  await checkNow(seen)
  await until(() => seen.tray?.tooltip === tooltip(count + 3))
  await change(desk, { showsTrayIcon: true, notifies: 'everything' })
  await addCustodian('One')
  await addCustodian('Another')
  await checkNow(seen)
  await until(() => seen.tray?.tooltip === tooltip(count + 5))
  expect(seen.notices.slice(1)).toMatchObject([
    { title: t('attention:added', { count: 2 }), body: `${t('home:kind.noKeys')}: 2` },
  ])
  seen.notices[1]?.click()
  expect(seen.opened[1]).toBe('/home')
})

test('a locked console asks nothing and shows no count, unless the settings allow it, and then nothing but the count', async () => {
  const seen = seenOutside()
  await using desk = await openWindowlessConsole({ urls: [server.url], desktop: seen.desktop })
  await desk.signIn(desk.ids[0] ?? '', token)
  const background = { showsTrayIcon: true, notifies: 'everything' } as const
  await change(desk, background)
  const count = await currentCount()
  await until(() => seen.tray?.tooltip === tooltip(count))
  await choose(seen, t('common:lock'))
  expect(seen.tray).toMatchObject({ image: 'unknown', title: '' })
  expect(seen.tray?.menu.find(({ label }) => label === t('common:lock'))?.run).toBe(null)
  asked.length = 0
  await checkNow(seen)
  await desk.state()
  expect(asked).toEqual([])

  desk.clipboard.text = token
  await desk.ask('lock', { do: 'unlock-with', source: 'clipboard' })
  await change(desk, { ...background, checksWhileLocked: true })
  await until(() => seen.tray?.tooltip === tooltip(count))
  await desk.ask('lock', { do: 'lock' })
  await addCustodian('Secret Harbor')
  await checkNow(seen)
  await until(() => seen.notices.length === 1)
  expect(seen.tray?.tooltip).toBe(tooltip(count + 1))
  const [notice] = seen.notices
  expect(notice).toMatchObject({
    title: t('home:attentionCount', { count: count + 1 }),
    body: t('attention:unlockFirst'),
  })
  expect(JSON.stringify(seen)).not.toContain('Secret Harbor')
})

test('a notification of one server leads to no screen of another', async () => {
  await using other = await startTestServer()
  const seen = seenOutside()
  await using desk = await openWindowlessConsole({ urls: [server.url, other.url], desktop: seen.desktop })
  const [id = '', otherId = ''] = desk.ids
  await desk.signIn(id, token)
  await change(desk, { showsTrayIcon: true, notifies: 'everything' })
  const count = await currentCount()
  await until(() => seen.tray?.tooltip === tooltip(count))
  await addCustodian('Of the first')
  await checkNow(seen)
  await until(() => seen.notices.length === 1)
  await desk.ask('profile', { do: 'select', id: otherId })
  await until(() => seen.tray?.tooltip === `${t('product')}: ${t('attention:status.signedOut')}`)
  seen.notices[0]?.click()
  expect(seen.opened).toEqual([null])
})

test('a server that stops being ready is notified as such, with nothing of what it says', async () => {
  await using own = await startTestServer()
  const seen = seenOutside()
  await using desk = await openWindowlessConsole({ urls: [own.url], desktop: seen.desktop })
  await desk.signIn(desk.ids[0] ?? '', await own.token())
  await change(desk, { showsTrayIcon: true, notifies: 'critical' })
  const before = (await own.trpc(await own.token({ name: 'counter' })).custodians.list.query({})).length
  await until(() => seen.tray?.tooltip === tooltip(before))
  own.app.drain()
  await checkNow(seen)
  await until(() => seen.notices.length === 1)
  expect(seen.notices[0]).toMatchObject({ title: t('home:kind.notReady'), body: t('home:meaning.notReady') })
  expect(seen.tray?.tooltip).toBe(tooltip(before + 1))
})

test('a desktop without a tray gets no icon and is asked for nothing', async () => {
  const seen = seenOutside()
  let hasHost = false
  const desktop = { ...seen.desktop, findTrayHost: async () => hasHost }
  await using desk = await openWindowlessConsole({ urls: [server.url], desktop })
  await desk.signIn(desk.ids[0] ?? '', token)
  asked.length = 0
  await change(desk, { showsTrayIcon: true })
  expect(await desk.state()).toMatchObject({ hasTray: false })
  expect([seen.tray, asked, desk.console.isInTray()]).toEqual([null, [], false])
  await change(desk, {})
  hasHost = true
  await change(desk, { showsTrayIcon: true })
  await until(() => seen.tray !== null)
  expect(desk.console.isInTray()).toBe(true)
})

test('no more than the first letters of a name are shown, its unseen characters by name, and none in the body', () => {
  const name = `\u202e<b>evil</b>\n${'x'.repeat(200)}`
  const custodian = Custodian.parse({
    id: '7',
    name: 'Desk',
    tenantId: '1',
    provider: 'copper',
    credentialVersion: 1,
    lastRotatedAt: null,
    state: 'rejected',
  })
  const added = [{ kind: 'rejected', custodian: { ...custodian, name }, at: null }] as const
  const { title, body } = noticeOf(added)
  expect(title).toContain('[U+202E]<b>evil</b>[U+000A]')
  expect(title.length).toBeLessThan(100)
  expect(body).toBe(t('home:meaning.rejected'))
  expect(Object.values(lockedNoticeOf(added, 3)).join()).not.toContain('evil')
})

test.each([
  [0, 'plain', ''],
  [9, 'count9', '9'],
  [10, 'more', '10'],
  [1234, 'more', '99+'],
])('%i entries are shown by an image that exists', (count, image, title) => {
  expect(trayFaceOf({ kind: 'known', count })).toMatchObject({ image, title })
})
