import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Id } from '../../../shared/primitives.ts'
import { type FaultProxy, startFaultProxy } from '../../harness/fault-proxy.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { isInSight } from '../harness/in-sight.ts'
import { listenTo } from '../harness/screen-reader.ts'
import { isInPage } from '../harness/secrets.ts'
import { like, t } from '../harness/words.ts'

type Pair = { readonly apiKey: string; readonly secretApiKey: string }

const account = 'the one account'
let server: TestServer
let proxy: FaultProxy
let desk: OpenConsole
let page: Page
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.token({ name: 'Ada' })
  proxy = await startFaultProxy(server.url)
  desk = await openConsole({ url: proxy.url, token })
  page = desk.page
})
afterEach(() => proxy.restore())
afterAll(async () => {
  await desk?.close()
  await proxy?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const copperCredentials = (mode?: 'hang' | 'no-permission' | 'wrong-signature' | '500'): Promise<Pair> =>
  server.credentials('copper', { account, ...(mode && { mode }) })

const rotateAsGrace = async (credentials: Pair, custodianId: Id = custodians.copper) =>
  server
    .trpc(await server.token({ name: 'Grace' }))
    .custodians.updateApiKeys.mutate({ tenantId: tenants.first, custodianId, ...credentials })

const versionNow = async (): Promise<number> => {
  const list = await server.trpc(await server.token()).custodians.list.query({})
  return list.find(({ id }) => id === custodians.copper)?.credentialVersion ?? -1
}

const newestRotation = async (): Promise<string | undefined> => {
  const asked = { custodianId: custodians.copper, limit: 1 }
  return (await server.trpc(await server.token()).custodians.rotations.query(asked))[0]?.rotationId
}

/** The request ID and rotation ID that an outcome shows, each next to its copy button. */
const traceIn = (where: Page): Promise<readonly (string | null)[]> =>
  Promise.all(
    [t('common:requestId'), t('common:rotationId')].map((what) =>
      where.locator(`p:has(+ [aria-label="${t('common:copyWhat', { what })}"])`).textContent(),
    ),
  )

const rotationsNow = async (): Promise<number> => {
  const asked = { custodianId: custodians.copper, limit: 1000 }
  return (await server.trpc(await server.token()).custodians.rotations.query(asked)).length
}

async function openForm(where: Page, custodianId: Id = custodians.copper): Promise<void> {
  await where.evaluate(`location.hash = '#/custodians'`)
  await where.getByRole('heading', { level: 1, name: t('custodians:title') }).waitFor()
  await where.evaluate(`location.hash = '#/custodians/${custodianId}/rotate'`)
  await where.getByRole('heading', { name: like('rotate:form.title') }).waitFor()
}

async function fillIn(where: Page, { apiKey, secretApiKey }: Pair): Promise<void> {
  await where.getByLabel('API key').fill(apiKey)
  await where.getByLabel('API secret').fill(secretApiKey)
}

const press = (where: Page, name: string | RegExp) => where.getByRole('button', { name }).click()

async function rotate(where: Page, credentials: Pair): Promise<void> {
  await fillIn(where, credentials)
  await press(where, t('rotate:form.rotate'))
  await press(where, t('rotate:confirm.go'))
}

async function stagesIn(where: Page): Promise<Record<string, string>> {
  const rows = await where.locator('[data-stage]').all()
  const pairs = rows.map(async (row) => [await row.getAttribute('data-stage'), await row.getAttribute('data-status')])
  return Object.fromEntries(await Promise.all(pairs))
}

/** As from the clipboard of the system, which the page cannot read by itself. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.page().evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  }`)
}

/** All that the page tells a screen reader. */
async function readAloud(where: Page): Promise<string> {
  const session = await where.context().newCDPSession(where)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return JSON.stringify(nodes)
}

const stages = (...statuses: readonly string[]) =>
  Object.fromEntries(['checked', 'sent', 'accepted', 'stored'].map((stage, at) => [stage, statuses[at]]))

/** Every file below a folder that holds the text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)))
  return files.filter((_, index) => found[index])
}

describe('a rotation', () => {
  test('that fails on a custodian without keys says that nothing was stored', async () => {
    await openForm(page)
    await rotate(page, await copperCredentials('no-permission'))
    await page.getByText(t('rotate:cause.notPermitted')).waitFor()
    await page.getByText(t('rotate:nothingStored')).waitFor()
    expect(await page.getByText(t('rotate:oldKeysActive')).count()).toBe(0)
  })

  test('works by keyboard alone, and leaves the secret nowhere afterwards', async () => {
    await rotateAsGrace(await copperCredentials())
    const { apiKey, secretApiKey } = await copperCredentials()
    const before = await versionNow()
    await openForm(page)
    await page.getByLabel('API key').focus()
    await page.keyboard.insertText(apiKey)
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(secretApiKey)
    expect(await isInPage(page, secretApiKey)).toBe(true)
    expect(await page.content()).not.toContain(secretApiKey)
    expect(await page.getByLabel('API secret').getAttribute('type')).toBe('password')

    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Custody desk').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByText(t('rotate:stored.title')).waitFor()
    expect(await stagesIn(page)).toEqual(stages('reached', 'reached', 'reached', 'reached'))
    await page.getByText(`${before} → ${before + 1}`).waitFor()
    await page.getByText(like('rotate:stored.revokeKey', { provider: 'Copper' })).waitFor()
    expect(await page.locator(':focus').textContent()).toContain(t('rotate:stored.title'))
    expect(await traceIn(page)).toEqual([expect.stringMatching(/./), await newestRotation()])

    for (const secret of [secretApiKey, apiKey]) expect(await isInPage(page, secret)).toBe(false)
    expect(await filesWith(desk.userData, 'Custody desk')).not.toEqual([])
    expect(await filesWith(desk.userData, secretApiKey)).toEqual([])
    expect(await violationsOf(page)).toEqual([])
    expect(await versionNow()).toBe(before + 1)
  })

  test('with wrong keys leaves the old ones active, says so, and keeps the input masked', async () => {
    const before = await versionNow()
    const credentials = await copperCredentials('wrong-signature')
    await openForm(page)
    await rotate(page, credentials)
    await page.getByText(t('rotate:cause.wrongCredentials')).waitFor()
    await page.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()
    expect(await stagesIn(page)).toEqual(stages('reached', 'reached', 'failed', 'not-reached'))
    expect(await page.getByLabel('API secret').inputValue()).toBe(credentials.secretApiKey)
    expect(await traceIn(page)).toEqual([expect.stringMatching(/./), await newestRotation()])
    expect(await violationsOf(page)).toEqual([])
    expect(await versionNow()).toBe(before)
    server.simulator.setMode(credentials.apiKey, 'ok')
    await press(page, t('rotate:form.rotate'))
    await press(page, t('rotate:confirm.go'))
    await page.getByText(t('rotate:stored.title')).waitFor()
  })

  test('with a provider that fails is sent and not accepted, and leaves the old keys active', async () => {
    await openForm(page)
    await rotate(page, await copperCredentials('500'))
    await page.getByText(t('rotate:cause.providerUnreachable', { provider: 'Copper' })).waitFor()
    await page
      .getByRole('alert')
      .getByRole('link', { name: t('rotate:history') })
      .waitFor()
    await page.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()
    expect(await stagesIn(page)).toEqual(stages('reached', 'reached', 'failed', 'not-reached'))
  })

  test('to the active keys says that nothing was changed', async () => {
    const credentials = await copperCredentials()
    await rotateAsGrace(credentials)
    await openForm(page)
    await rotate(page, credentials)
    await page.getByText(t('rotate:unchanged.meaning', { provider: 'Copper' })).waitFor()
    expect(await traceIn(page)).toEqual([expect.stringMatching(/./), await newestRotation()])
    expect(await stagesIn(page)).toEqual(stages('reached', 'reached', 'reached', 'not-needed'))
  })

  test('with a slow provider shows each stage in order, once it is reached', async () => {
    const credentials = await copperCredentials()
    const held = Promise.withResolvers<void>()
    const release = server.simulator.onRequest(({ apiKey }) =>
      apiKey === credentials.apiKey ? held.promise : undefined,
    )
    await openForm(page)
    const timesHeard = await listenTo(page)
    await rotate(page, credentials)
    await page.locator('[data-stage=sent][data-status=running]').waitFor()
    expect(await stagesIn(page)).toEqual(stages('reached', 'running', 'waiting', 'waiting'))
    expect(await page.getByLabel('API secret').getAttribute('readonly')).not.toBeNull()
    await page.getByText(t('custodians:state.rotating'), { exact: true }).waitFor()
    held.resolve()
    await page.locator('[data-stage=stored][data-status=reached]').waitFor()
    release()
    for (const stage of [
      t('rotate:stages.checked'),
      t('rotate:stages.sent', { provider: 'Copper' }),
      t('rotate:stages.accepted', { provider: 'Copper' }),
      t('rotate:stages.stored'),
    ])
      expect(
        await timesHeard(t('rotate:stages.progress', { stage, status: t('rotate:stages.status.reached') })),
        stage,
      ).toBe(1)
    expect(await timesHeard(t('rotate:stages.running.sent', { provider: 'Copper' }))).toBe(1)
    expect(await timesHeard(t('rotate:stored.title'))).toBe(1)
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(t('rotate:facts.outcome'))
  })

  test('is not started while another is running, and shows that one until it ends', async () => {
    const theirs = await copperCredentials()
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const release = server.simulator.onRequest(({ apiKey }) => {
      if (apiKey !== theirs.apiKey) return
      asked.resolve()
      return held.promise
    })
    const other = rotateAsGrace(theirs)
    await asked.promise
    await openForm(page)
    const timesHeard = await listenTo(page)
    await rotate(page, await copperCredentials())
    const notice = page.getByRole('alert')
    await notice.getByText(t('rotate:cause.rotationOpen'), { exact: true }).waitFor()
    await notice.getByText('Grace').waitFor()
    expect(await page.getByText(t('rotate:oldKeysActive')).count()).toBe(0)
    expect(await stagesIn(page)).toEqual(stages('not-reached', 'not-reached', 'not-reached', 'not-reached'))
    held.resolve()
    await other
    await notice.getByText(t('rotate:open.ended')).waitFor()
    release()
    expect(await timesHeard(t('rotate:cause.rotationOpen'))).toBe(1)
    expect(await timesHeard(t('rotate:open.ended'))).toBe(1)
  })
})

describe('a lost answer of a rotation', () => {
  test('leaves the outcome unknown until it is checked, and a retry does not rotate twice', async () => {
    const before = await versionNow()
    const rotations = await rotationsNow()
    const unknown = page.getByText(t('rotate:unknown.keys'))
    await openForm(page)
    proxy.breakAt('updateApiKeys')
    await rotate(page, await copperCredentials())
    await unknown.waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.getByText(t('rotate:oldKeysActive')).count()).toBe(0)
    expect(Object.values(await stagesIn(page))).toContain('unknown')
    proxy.restore()
    await press(page, t('rotate:unknown.again'))
    await page.getByText(`${before} → ${before + 1}`).waitFor()
    expect(await versionNow()).toBe(before + 1)
    expect(await rotationsNow()).toBe(rotations + 1)

    await press(page, t('rotate:after.again'))
    proxy.breakAt('updateApiKeys')
    await rotate(page, await copperCredentials('no-permission'))
    await unknown.waitFor()
    proxy.restore()
    await press(page, t('rotate:unknown.check'))
    await page.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()
    await page.getByText(t('rotate:foundFailed')).waitFor()
    expect(await stagesIn(page)).toEqual(stages('reached', 'reached', 'failed', 'not-reached'))
    expect(await versionNow()).toBe(before + 1)
  })

  test('is not answered by an earlier failed run of the same rotation', async () => {
    const unknown = page.getByText(t('rotate:unknown.keys'))
    await openForm(page)
    proxy.breakAt('updateApiKeys')
    await rotate(page, await copperCredentials('500'))
    await unknown.waitFor()
    proxy.restore()
    proxy.swallow('updateApiKeys')
    await press(page, t('rotate:unknown.again'))
    await page.getByText(t('rotate:unknown.notFound')).waitFor()
    expect(await page.getByText(t('rotate:oldKeysActive')).count()).toBe(0)
    proxy.restore()
    await press(page, t('rotate:unknown.again'))
    await page.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()
  })

  test('is not confused with the rotation of another operator', async () => {
    await startAgain(desk, await server.token({ name: 'Grace' }))
    const before = await versionNow()
    await openForm(page)
    proxy.swallow('updateApiKeys')
    await rotate(page, await copperCredentials())
    const unknown = page.getByText(t('rotate:unknown.keys'))
    await unknown.waitFor()
    proxy.restore()
    await rotateAsGrace(await copperCredentials())
    expect(await versionNow()).toBe(before + 1)
    await press(page, t('rotate:unknown.check'))
    await page.getByText(t('rotate:unknown.notFound')).waitFor()
    expect(await unknown.count()).toBe(1)
    expect(await page.getByText(t('rotate:stored.title')).count()).toBe(0)
  })

  test('is still unknown after other keys were rejected', async () => {
    await openForm(page)
    proxy.breakAt('updateApiKeys')
    await rotate(page, await copperCredentials())
    const unknown = page.getByText(t('rotate:unknown.keys'))
    await unknown.waitFor()
    proxy.restore()
    await rotate(page, await copperCredentials('no-permission'))
    await page.getByText(t('rotate:unknown.laterFailed')).waitFor()
    expect(await unknown.count()).toBe(1)
    expect(await page.getByText(t('rotate:oldKeysActive')).count()).toBe(0)
  })

  test('is not shown as failed because the next attempt failed', async () => {
    await startAgain(desk, await server.token({ name: 'Mary' }))
    const before = await versionNow()
    const unknown = page.getByText(t('rotate:unknown.keys'))
    await openForm(page)
    proxy.breakAt('updateApiKeys')
    await rotate(page, await copperCredentials())
    await unknown.waitFor()
    expect(await versionNow()).toBe(before + 1)
    proxy.restore()
    await server.app.store.revokeToken({ token: 'Mary', actor: 'test', at: Date.now() })
    for (const again of ['the same', 'another'] as const) {
      if (again === 'the same') await press(page, t('rotate:unknown.again'))
      else await rotate(page, await copperCredentials())
      await page.getByRole('dialog').getByText(like('connect:signInAgain')).waitFor()
      await press(page, t('connect:later'))
      await page.getByText(t('rotate:unknown.before')).waitFor()
      expect(await unknown.count()).toBe(1)
      expect(await page.getByText(t('rotate:oldKeysActive')).count()).toBe(0)
    }
    await press(page, t('rotate:form.validate'))
    await page.getByText(t('rotate:valid.stored')).waitFor()
    expect(await unknown.count()).toBe(1)
  })
})

describe('a rotation on a newer server', () => {
  beforeAll(() => startAgain(desk, token))

  test.each([
    ['stored', undefined],
    ['refused', 'no-permission'],
  ] as const)('with a new word for “%s” is shown as unknown', async (word, mode) => {
    await openForm(page)
    proxy.reword([[`"outcome":"${word}"`, '"outcome":"parked"']])
    await rotate(page, await copperCredentials(mode))
    const outcome = page.getByRole('alert').filter({ hasText: t('rotate:unknown.title') })
    await outcome.getByText(t('rotate:unknown.unknownToConsole', { outcome: 'parked' })).waitFor()
    for (const known of [t('rotate:stored.title'), t('rotate:stored.titleUnread'), t('rotate:oldKeysActive')])
      expect(await page.getByText(known).count()).toBe(0)
    expect(Object.values(await stagesIn(page)).at(-1)).toBe('unknown')
    expect(await traceIn(page)).toEqual([expect.stringMatching(/./), await newestRotation()])
    expect(await violationsOf(page)).toEqual([])
    proxy.restore()
    await press(page, t('rotate:unknown.check'))
    await page.getByText(word === 'stored' ? t('rotate:stored.title') : t('rotate:cause.notPermitted')).waitFor()
  })

  test('is shown in the new words of the server for states, providers, stages and verdicts', async () => {
    await rotateAsGrace(await copperCredentials())
    proxy.reword([
      ['"state":"in-force"', '"state":"frozen"'],
      ['"provider":"copper"', '"provider":"vault9"'],
      ['"outcome":"stored"', '"outcome":"parked"'],
      ['"stage":"stored"', '"stage":"countersigned"'],
      ['"verdict":"valid"', '"verdict":"on-hold"'],
    ])
    await startAgain(desk, await server.token({ name: 'Ada' }))
    const see = (text: string) => page.getByText(text, { exact: true }).first().waitFor()
    const open = (part: string) => page.evaluate(`location.hash = '#/custodians${part}'`)
    await open('')
    for (const word of ['frozen', 'vault9']) await see(word)
    await open(`/${custodians.copper}`)
    for (const word of ['frozen', 'vault9', 'parked', 'countersigned', 'on-hold', t('custodians:advice.unknownTitle')])
      await see(word)
    expect(await page.getByText(t('custodians:advice.fine')).count()).toBe(0)
    await press(page, t('custodians:check'))
    await page.getByText(t('custodians:verdictUnknown', { verdict: 'on-hold' })).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await open(`/${custodians.copper}/rotate`)
    await see(t('rotate:newProvider'))
    proxy.reword([['"verdict":"valid"', '"verdict":"on-hold"']])
    await page.keyboard.press('ControlOrMeta+r')
    await openForm(page)
    await fillIn(page, await copperCredentials())
    await press(page, t('rotate:form.validate'))
    await page.getByText(t('rotate:valid.notKnown', { provider: 'Copper' })).waitFor()
    expect(await page.getByText(t('rotate:valid.title', { provider: 'Copper' }), { exact: true }).count()).toBe(0)
    await page.getByText(t('rotate:valid.stored')).waitFor()
  })
})

describe('the rotation form', () => {
  beforeAll(() => startAgain(desk, token))
  beforeEach(() => openForm(page))

  test('validates without storing, and reports success and failure', async () => {
    const before = await versionNow()
    const credentials = await copperCredentials()
    await fillIn(page, credentials)
    await page.setViewportSize({ width: 640, height: 600 })
    const timesHeard = await listenTo(page)
    await press(page, t('rotate:form.validate'))
    const accepted = page.getByText(t('rotate:valid.title', { provider: 'Copper' }), { exact: true })
    await accepted.waitFor()
    await expect.poll(() => isInSight(accepted)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByText(t('rotate:valid.stored')).waitFor()
    expect(await timesHeard(t('rotate:valid.title', { provider: 'Copper' }))).toBe(1)
    server.simulator.setMode(credentials.apiKey, 'ip-refused')
    await press(page, t('rotate:form.validate'))
    await page.getByText(t('rotate:cause.notPermitted')).waitFor()
    await page.getByText(t('rotate:valid.stored')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await versionNow()).toBe(before)
  })

  test('reports an input mistake when the field loses focus, links it to the field, and fixes it', async () => {
    const { apiKey, secretApiKey } = await copperCredentials()
    await page.getByLabel('API key').fill(` ${apiKey}`)
    expect(await page.getByText(t('rotate:problem.space')).count()).toBe(0)
    await page.getByLabel('API secret').fill(secretApiKey)
    await page.getByText(t('rotate:problem.space')).waitFor()
    const described = await page.getByLabel('API key').getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described?.split(' ').at(-1)}"]`).textContent()).toContain(
      t('rotate:problem.space'),
    )
    expect(await violationsOf(page)).toEqual([])
    await press(page, t('rotate:fix'))
    expect(await page.getByLabel('API key').inputValue()).toBe(apiKey)
    await page.getByLabel('API secret').fill('')
    await press(page, t('rotate:form.rotate'))
    await page.getByText(t('rotate:problem.empty')).waitFor()
    expect(await page.getByLabel('API secret').and(page.locator(':focus')).count()).toBe(1)
  })

  test('keeps its buttons in place when errors and notes appear', async () => {
    await openForm(page)
    const button = page.getByRole('button', { name: t('rotate:form.rotate') })
    const place = async () => (await button.boundingBox())?.y
    const first = await place()
    await button.click()
    await page.getByText(t('rotate:problem.empty')).nth(1).waitFor()
    expect(await place()).toBe(first)
    await page.getByLabel('API key').fill(' short')
    await page.getByLabel('API secret').fill('short')
    await button.click()
    await page.getByRole('button', { name: t('rotate:fix') }).waitFor()
    expect(await place()).toBe(first)
    const { apiKey, secretApiKey } = await copperCredentials()
    await page.getByLabel('API key').fill(apiKey)
    await page.getByLabel('API secret').fill(secretApiKey)
    await page.getByText(like('rotate:formatOk')).nth(1).waitFor()
    expect(await place()).toBe(first)
    expect(await violationsOf(page)).toEqual([])
  })

  test('masks a multi-line private key, also for screen readers, and keeps its line breaks', async () => {
    const credentials = await server.credentials('fireblocks')
    await openForm(page, custodians.fireblocks)
    await page.getByLabel('API user ID').fill(credentials.apiKey)
    const secret = page.getByLabel('RSA private key (PEM)')
    await paste(secret, credentials.secretApiKey)
    await page.getByText(like('rotate:formatOk', { count: /1,\d+/ })).waitFor()
    expect(await secret.getAttribute('type')).toBe('password')
    expect(await readAloud(page)).not.toContain('PRIVATE KEY')
    await press(page, t('rotate:show', { count: 10 }))
    expect(await secret.inputValue()).toBe(credentials.secretApiKey)
    expect(await readAloud(page)).toContain('PRIVATE KEY')
    expect(await page.content()).not.toContain('PRIVATE KEY')
    await press(page, like('rotate:hide'))
    expect(await readAloud(page)).not.toContain('PRIVATE KEY')

    await secret.fill('')
    await paste(secret, credentials.secretApiKey.trim().replaceAll('\n', '\\n'))
    await page.getByLabel('API user ID').focus()
    await page.getByText(t('rotate:problem.lineBreaks')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await press(page, t('rotate:fix'))
    await press(page, t('rotate:form.rotate'))
    await press(page, t('rotate:confirm.go'))
    await page.getByText(t('rotate:stored.first', { provider: 'Fireblocks' })).waitFor()
    expect(await isInPage(page, 'PRIVATE KEY')).toBe(false)
  })

  test('shows a secret for a few counted seconds, then masks it again', async () => {
    await fillIn(page, await copperCredentials())
    await press(page, t('rotate:show', { count: 10 }))
    expect(await page.getByLabel('API secret').getAttribute('type')).toBe('text')
    await press(page, t('rotate:form.rotate'))
    await page.getByRole('dialog').waitFor()
    expect(await page.getByLabel('API secret').getAttribute('type')).toBe('password')
    await press(page, t('rotate:confirm.cancel'))
    await page.getByRole('button', { name: like('rotate:hide') }).waitFor()
    await page.getByRole('button', { name: t('rotate:show', { count: 10 }) }).waitFor()
    expect(await page.getByLabel('API secret').getAttribute('type')).toBe('password')
  })

  test('is empty after leaving the page or locking the console', async () => {
    const credentials = await copperCredentials()
    await fillIn(page, credentials)
    await page.evaluate(`location.hash = '#/custodians'`)
    await page.getByRole('heading', { level: 1, name: t('custodians:title') }).waitFor()
    expect(await isInPage(page, credentials.secretApiKey)).toBe(false)
    await openForm(page)
    expect(await page.getByLabel('API secret').inputValue()).toBe('')

    await fillIn(page, credentials)
    expect(await isInPage(page, credentials.secretApiKey)).toBe(true)
    await page.evaluate(`window.strongroom.lock({ do: 'lock' })`)
    await page.getByLabel('API secret').waitFor({ state: 'detached' })
    expect(await isInPage(page, credentials.secretApiKey)).toBe(false)
    await desk.electron.clipboard.write(token)
    await page.evaluate(`window.strongroom.lock({ do: 'unlock-with', source: 'clipboard' })`)
    await page.getByLabel('API secret').waitFor()
    expect(await page.getByLabel('API secret').inputValue()).toBe('')
  })
})

describe('in production', () => {
  test('a rotation asks for the custodian name, and rejects another', async () => {
    const environment = { label: 'Live', colour: 'red', isProduction: true }
    const profile = { id: desk.profileId, name: 'Custody desk', url: proxy.url, environment, caFile: null }
    await page.evaluate(`strongroom.profile(${JSON.stringify({ do: 'save', profile })})`)
    await startAgain(desk, await server.token())
    const before = await versionNow()
    await openForm(page)
    await fillIn(page, await copperCredentials())
    await press(page, t('rotate:form.rotate'))
    const name = page.getByLabel(t('rotate:confirm.type'))
    await name.fill('Custodian 11')
    await press(page, t('rotate:confirm.go'))
    await page.getByText(t('rotate:confirm.wrongName')).waitFor()
    expect(await name.and(page.locator(':focus')).count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    expect(await versionNow()).toBe(before)
    await name.fill('Custodian 12')
    await name.press('Enter')
    await page.getByText(t('rotate:stored.title')).waitFor()
    expect(await versionNow()).toBe(before + 1)
  })
})
