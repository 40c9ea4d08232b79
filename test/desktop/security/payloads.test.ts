import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mintToken } from '../../../server/access/token-text.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'
import { type HostileServer, startHostileServer } from '../remote/hostile-server.ts'
import { readCsv } from '../renderer/read-csv.ts'
import { charted, chunksOf, hostileValues, joined, perOpened, refusing } from './hostile-values.ts'
import { type Look, lookThrough } from './look.ts'
import { payloads as all, markOf, type Payload } from './payloads.ts'

/** `npm test` takes every fourth of the first 500 payloads, `npm run test:long` these, STRONGROOM_PAYLOADS=all every one. */
const taken = process.env.STRONGROOM_PAYLOADS
const payloads = taken === 'all' ? all : all.slice(0, 500).filter((_, index) => taken || index % 4 === 0)
const numbers = payloads.map(({ number }) => number)
const values = hostileValues(payloads)
const opened = chunksOf(payloads, perOpened)

let server: HostileServer
let desk: OpenConsole
let page: Page
const ran: unknown[] = []
const good = { nasty: null, values }

beforeAll(async () => {
  server = await startHostileServer(good)
  desk = await openConsole({ url: server.url, token: mintToken(), viewport: { width: 1600, height: 2000 } })
  page = desk.page
  await page.exposeFunction('canary', (what: unknown) => ran.push(what))
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
})
afterAll(async () => {
  await desk?.close()
  await server[Symbol.asyncDispose]()
})

const noted = { requests: 0, complaints: 0 }
const newRequests = () => desk.requests.slice(noted.requests).filter(({ outcome }) => outcome !== 'served')
const newComplaints = () => desk.consoleComplaints.slice(noted.complaints)

beforeEach(() => server.turn(good))
afterEach(() => {
  noted.requests = desk.requests.length
  noted.complaints = desk.consoleComplaints.length
})

const goTo = async (path: string) => {
  await page.evaluate(`location.hash = '#/shortcuts'`)
  await page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
  await page.evaluate(`location.hash = '#${path}'`)
}
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
/** Something that the server said is shown, in a table. */
const anyPayload = () =>
  page
    .locator('tbody', { hasText: /~p\d+~/ })
    .first()
    .waitFor()
/** The list of reasons in an alert. */
const reasonsOf = (some: readonly Payload[]) =>
  page.locator('[role=alert] li', { hasText: `~p${some[0]?.number}~` }).first()
/** A screen that is not there yet has nothing to ask for again; one that is cancels what it asked before. */
async function isRefused(some: readonly Payload[]): Promise<boolean> {
  await page.keyboard.press('ControlOrMeta+r')
  return reasonsOf(some)
    .waitFor({ timeout: 2_000 })
    .then(
      () => true,
      () => false,
    )
}
const region = 'section[tabindex="0"]'

/** Nothing of what was looked at ran, left, or became anything but text; together they have shown every payload. */
function expectHarmless(looks: readonly Look[], shown: readonly number[] = numbers): void {
  expect(looks.flatMap(({ faults }) => faults)).toEqual([])
  expect(ran).toEqual([])
  expect(newRequests()).toEqual([])
  expect(desk.windowOpens).toEqual([])
  expect(newComplaints()).toEqual([])
  expect(desk.mainErrors).toEqual([])
  const seen = new Set(looks.flatMap(({ marks }) => marks))
  expect(shown.filter((number) => !seen.has(number)).map((number) => all[number]?.text.slice(0, 80))).toEqual([])
}

const forEachChunk = async (see: (some: readonly Payload[], index: number) => Promise<Look>): Promise<Look[]> => {
  const looks: Look[] = []
  for (const [index, some] of opened.entries()) looks.push(await see(some, index))
  return looks
}

describe(`${payloads.length} hostile payloads over every view: no script runs, no request leaves`, {
  tags: taken ? ['long'] : [],
}, () => {
  test('custodians', async () => {
    await goTo('/custodians')
    await anyPayload()
    expectHarmless([await lookThrough(page, region)])
  })

  test('the palette', async () => {
    const shown = 12
    const grouped = payloads.map(({ text }, index) => `~g${Math.floor(index / shown)}~${text}`)
    const list = (values['custodians.list'] as object[]).slice(1)
    const named = list.map((row, index) => ({ ...row, name: grouped[index] }))
    server.turn({ values: { ...values, 'custodians.list': named } })
    await goTo('/shortcuts')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByPlaceholder(t('palette:placeholder')).waitFor()
    await page.keyboard.press('ControlOrMeta+r')
    const looks: Look[] = []
    for (let group = 0; group * shown < payloads.length; group += 1) {
      await page.getByPlaceholder(t('palette:placeholder')).fill(t('palette:wallets', { name: `~g${group}~` }))
      await page
        .getByText(t('palette:wallets', { name: `~g${group}~` }))
        .first()
        .waitFor()
      looks.push(await lookThrough(page))
    }
    await page.keyboard.press('Escape')
    server.turn(good)
    expectHarmless(looks)
  })

  test('a custodian with a checked state and its last rotations', async () => {
    await goTo('/custodians/1')
    await page.getByRole('link', { name: t('custodians:back') }).waitFor()
    await page.keyboard.press('ControlOrMeta+r') // the palette had another list
    await press(t('custodians:check'))
    await page
      .getByText(markOf(numbers[0] as number))
      .nth(3)
      .waitFor()
    expectHarmless([await lookThrough(page, region)])
  })

  test('the history of a custodian with open rotations', async () => {
    await goTo('/custodians/1/history')
    await anyPayload()
    for (const index of opened.keys())
      await page.locator(`tbody[data-index="${index}"]`).getByRole('button').first().click()
    const [first] = await forEachChunk(() => lookThrough(page))
    expectHarmless([first as Look])
    expectHarmless([await lookThrough(page, region)])
  })

  test('the wallets of a custodian with the metadata of each', async () => {
    await goTo('/custodians/1/wallets')
    await anyPayload()
    expectHarmless([await lookThrough(page, ':has(> [role=grid])')])
    await page.evaluate(`document.querySelector('[role=grid]').parentElement.scrollTop = 0`)
    const openWallet = async (index: number) => {
      await page.locator(`[data-index="${index}"]`).press('Enter')
      await page.getByRole('heading', { name: t('wallets:metadata') }).waitFor()
      const seen = await lookThrough(page.getByRole('dialog').page())
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      return seen
    }
    const trees = await forEachChunk((_, index) => openWallet(index))
    expectHarmless(trees)
    expectHarmless([await openWallet(opened.length), await openWallet(opened.length + 4)], [])
  })

  test('the wallets of a custodian opened by IDs, with its names', async () => {
    await goTo('/tenants/1/custodians/1/wallets')
    await page.locator('h1', { hasText: markOf(numbers[0] as number) }).waitFor()
    expectHarmless([await lookThrough(page, ':has(> [role=grid])')])
  })

  test('reserves: table, counts, chart and choices', async () => {
    await goTo('/reserves')
    await anyPayload()
    const looks = [await lookThrough(page, `${region}, [role=group][tabindex="0"]`)]
    expectHarmless(looks)
    await page.getByPlaceholder(t('reserves:allBlockchains')).click()
    await page.locator('[role=option]').first().waitFor()
    expectHarmless([await lookThrough(page)], [])
    await page.keyboard.press('Escape')
  })

  test('the chart of reserves', async () => {
    await goTo('/reserves')
    const looks: Look[] = []
    for (const some of chunksOf(payloads, 20)) {
      server.turn({ values: { ...values, 'reports.reserves': charted(some) } })
      await page.keyboard.press('ControlOrMeta+r')
      await page.locator('ol > li[title]', { hasText: `~p${some[0]?.number}~` }).waitFor()
      looks.push(await lookThrough(page))
    }
    expectHarmless(looks)
  })

  test.each([
    ['/reserves', 'reserves'],
    ['/audit', 'audit'],
  ])('the export of %s has no formula in any cell', async (path, name) => {
    await goTo(path)
    await anyPayload()
    // What another test had answered may still be shown.
    await page.keyboard.press('ControlOrMeta+r')
    await page.locator('button[aria-label=Refresh]:not([data-loading=true])').waitFor()
    const filePath = join(desk.userData, `${name}.csv`)
    await desk.electron.dialogs.queue('showSaveDialog', { canceled: false, filePath })
    await press(t('export:export'))
    await page.locator('[role=menuitem]', { hasText: 'CSV' }).click()
    await page.getByText(filePath).waitFor()
    const cells = readCsv(await readFile(filePath, 'utf8')).flat()
    const isNumber = (cell: string) => /^-?\d+(\.\d+)?$/.test(cell)
    expect(cells.filter((cell) => /^\s*[=+@\t\r\uFF1D\uFF0B\uFF20-]/.test(cell) && !isNumber(cell))).toEqual([])
    const whole = cells.join('\n')
    expect(numbers.filter((number) => !whole.includes(markOf(number)))).toEqual([])
  })

  test('audit with open records', async () => {
    await goTo('/audit')
    await anyPayload()
    for (const index of [...opened.keys()].reverse())
      await page.locator(`tbody[data-index="${index}"]`).getByRole('button').first().click()
    expectHarmless([await lookThrough(page, region)])
  })

  test('the rotation with a check, a rejection and a conflicting rotation', async () => {
    await goTo('/custodians/1/rotate')
    await page.getByLabel('API key').fill('an-unknown-key')
    await page.getByLabel('API secret').fill('an-unknown-secret')
    await press(t('rotate:form.validate'))
    await page.getByText(t('rotate:valid.title', { provider: 'Copper' })).waitFor()
    expectHarmless([await lookThrough(page)])
    const refused = async (some: readonly Payload[], code: string) => {
      server.turn({ nasty: refusing(some, values, { only: /ApiKeys$/, code }) })
      await press(t('rotate:form.rotate'))
      await press(t('rotate:confirm.go'))
      const hasText = `~p${some[0]?.number}~`
      await page.locator('[role=alert]', { hasText, hasNotText: like('administration:freeze.one') }).waitFor()
      return lookThrough(page)
    }
    expectHarmless(await forEachChunk((some) => refused(some, 'ValidationError')))
    for (const code of ['RotationInProgress', 'constructor', 'toString'])
      expectHarmless([await refused(opened[0] as Payload[], code)], [])
    await press(t('rotate:form.validate'))
    await page.locator('[role=status] li', { hasText: markOf(numbers[1] as number) }).waitFor()
    expectHarmless([await lookThrough(page)], [])
  })

  test('the servers with the owner of the token, on the page and after sign-in', async () => {
    await goTo('/connect')
    await page.getByText(like('connect:signedInAs')).waitFor()
    expectHarmless([await lookThrough(page)])
    await press(like('connect:edit'))
    await press(t('connect:testRun'))
    await page.locator('[data-stage=token]:not([data-status=waiting], [data-status=running])').waitFor()
    expectHarmless([await lookThrough(page)], [])
    await goTo('/connect')
    await press(like('connect:signOutNamed'))
    await press(like('connect:signInNamed'))
    await desk.electron.clipboard.write(mintToken())
    await press(t('connect:fromClipboard'))
    await page.getByText('custodians:read').waitFor()
    expectHarmless([await lookThrough(page)])
    await page.keyboard.press('Escape')
  })

  test('the notice of another API generation on every screen', async () => {
    const session = { ...(values['session.whoAmI'] as object), contractVersion: joined(payloads) }
    server.turn({ values: { ...values, 'session.whoAmI': session } })
    await goTo('/connect')
    await press(like('connect:signOutNamed'))
    await press(like('connect:signInNamed'))
    await desk.electron.clipboard.write(mintToken())
    await press(t('connect:fromClipboard'))
    await page.getByText('custodians:read').waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByText(markOf(numbers[1] as number))
      .first()
      .waitFor()
    expectHarmless([await lookThrough(page)])
    server.turn(good)
  })

  test.each(['/custodians', '/custodians/1', '/custodians/1/history', '/custodians/1/wallets', '/reserves', '/audit'])(
    'failures of every request of %s',
    async (path) => {
      await goTo(path)
      await page.locator('h1').waitFor()
      const looks = await forEachChunk(async (some) => {
        server.turn({ nasty: refusing(some, values, { code: 'constructor' }) })
        await expect.poll(() => isRefused(some), { interval: 300 }).toBe(true)
        return lookThrough(page)
      })
      expectHarmless(looks)
    },
  )
})

describe('the detection of payloads (control)', () => {
  test('notices a text that becomes markup, by its elements and by policy violations', async () => {
    await goTo('/custodians')
    const html = `<img src=x onerror=canary(0)><a href="javascript:canary(1)">x</a><p title="\u202E">x</p><iframe></iframe>`
    const element = `Object.assign(document.createElement('section'), { id: 'control', innerHTML: ${JSON.stringify(html)} })`
    await page.evaluate(`document.body.append(${element})`)
    const { faults } = await lookThrough(page)
    for (const found of ['attribute onerror', 'address', 'U+202e unseen in title', 'forbidden element'])
      expect(faults.join('\n')).toContain(found)
    await page.evaluate(`void Object.assign(new Image(), { src: 'https://evil.test/pixel.png' })`)
    const violations = () => newComplaints().join('\n')
    await expect.poll(violations).toMatch(/^script-src-attr blocked inline$/m)
    await expect.poll(violations).toMatch(/^img-src blocked https:\/\/evil\.test/m)
    await page.evaluate(`document.getElementById('control').remove()`)
  })

  test('notices a call of the canary and a dialog', async () => {
    await page.evaluate(`canary('called')`)
    await page.evaluate(`alert('shown')`)
    await expect.poll(() => ran).toEqual(['called', 'shown'])
    ran.length = 0
  })
})
