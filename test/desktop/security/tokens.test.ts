import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mintToken } from '../../../server/access/token-text.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { type OpenConsole, openConsole, signIn } from '../harness/console.ts'
import { isInPage } from '../harness/secrets.ts'
import { like, t } from '../harness/words.ts'
import { goTo, visitAll } from './visit.ts'

/** Notes every value that crosses the bridge to the page: answers and events are details of events between worlds. */
const noteCrossings = `{
  const { get } = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')
  globalThis.crossed = []
  Object.defineProperty(CustomEvent.prototype, 'detail', {
    get() {
      const detail = get.call(this)
      try { crossed.push(JSON.stringify(detail) ?? '') } catch { crossed.push(String(detail)) }
      return detail
    },
  })
}`

/** Cookies, databases and caches; the rest is looked at by isInPage. */
const storage = `(async () => {
  const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve([name, [...opening.result.objectStoreNames]])
  })))
  return JSON.stringify([document.cookie, databases, await caches.keys()])
})()`

const crossed = async (page: Page) => (await page.evaluate('crossed')) as string[]

/** Files below a folder that hold a text in either of the encodings that Chromium writes. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const needles = [Buffer.from(text), Buffer.from(text, 'utf16le')]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.alloc(0))))
  return paths.filter((_, index) => needles.some((needle) => contents[index]?.includes(needle)))
}

let server: TestServer
let desk: OpenConsole
let token: string
let userData: string
const tokens: string[] = []

async function newToken(): Promise<string> {
  const minted = await server.token({ name: `operator ${tokens.length}` })
  tokens.push(minted)
  return minted
}

beforeAll(async () => {
  server = await startTestServer()
  userData = await mkdtemp(join(tmpdir(), 'strongroom-console-'))
  token = await newToken()
  desk = await openConsole({ url: server.url, userData })
  await desk.page.evaluate(noteCrossings)
  await signIn(desk, desk.profileId, token)
})
afterAll(async () => {
  await desk?.close()
  await server[Symbol.asyncDispose]()
  await rm(userData, { recursive: true, force: true })
})

/** Where any of the texts is, except in the process that has to know it. */
async function placesOf(texts: readonly string[]): Promise<string[]> {
  const places: string[] = []
  for (const text of texts) {
    if ((await crossed(desk.page)).some((passed) => passed.includes(text))) places.push('the bridge')
    if (await isInPage(desk.page, text)) places.push('the page')
    if (((await desk.page.evaluate(storage)) as string).includes(text)) places.push('its storage')
    if (desk.written.stdout.includes(text)) places.push('stdout')
    if (desk.written.stderr.includes(text)) places.push('stderr')
    if ((await desk.electron.clipboard.read()).includes(text)) places.push('the clipboard')
    if (desk.requests.some(({ url }) => url.includes(text))) places.push('an address')
    if ((await readFile(`/proc/${desk.pid}/cmdline`, 'utf8')).includes(text)) places.push('argv')
    places.push(...(await filesWith(userData, text)))
  }
  return [...new Set(places)]
}

const press = (name: string | RegExp) => desk.page.getByRole('button', { name }).first().click()

describe('the text of a token is found nowhere', () => {
  test('after sign-in, on any screen', async () => {
    await visitAll(desk.page, async () => expect(await isInPage(desk.page, token)).toBe(false))
    expect(await placesOf(tokens)).toEqual([])
  })

  test('after an invalid token, a token from a file, and a connection test', async () => {
    const wrong = mintToken()
    tokens.push(wrong)
    await desk.electron.clipboard.write(wrong)
    const asked = { profileId: desk.profileId, source: 'clipboard' }
    expect(await desk.page.evaluate(`strongroom.signIn(${JSON.stringify(asked)})`)).toMatchObject({ ok: false })
    await desk.electron.clipboard.write('')
    const file = join(await mkdtemp(join(tmpdir(), 'strongroom-token-')), 'token.txt')
    await writeFile(file, await newToken(), { mode: 0o600 })
    await desk.electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [file] })
    const fromFile = { profileId: desk.profileId, source: 'file' }
    expect(await desk.page.evaluate(`strongroom.signIn(${JSON.stringify(fromFile)})`)).toMatchObject({ ok: true })
    await rm(join(file, '..'), { recursive: true })
    await goTo(desk.page, '/connect')
    await press(like('connect:edit'))
    await press(t('connect:testRun'))
    await desk.page.locator('[data-stage=token][data-status=passed]').waitFor()
    expect(await placesOf(tokens)).toEqual([])
  })

  test('after the diagnostics report is copied', async () => {
    await goTo(desk.page, '/settings')
    await press(t('settings:copyReport'))
    await expect.poll(() => desk.electron.clipboard.read()).toMatch(/^console: /)
    expect(await placesOf(tokens)).toEqual([])
  })

  test('after locking and unlocking with it, which clears the clipboard', async () => {
    await desk.page.evaluate(`strongroom.lock({ do: 'lock' })`)
    await desk.electron.clipboard.write(tokens.at(-1) as string)
    await press(t('lock:fromClipboard'))
    await desk.page.locator('h1').first().waitFor()
    await expect
      .poll(() => desk.page.evaluate('strongroom.state(null).then(({ value }) => value.lock.isLocked)'))
      .toBe(false)
    expect(await placesOf(tokens)).toEqual([])
  })

  test('after it is revoked and asked for again', async () => {
    const last = tokens.at(-1) as string
    await server.app.store.revokeToken({ token: `operator ${tokens.length - 1}`, actor: 'test', at: Date.now() })
    await goTo(desk.page, '/audit')
    await desk.page.getByRole('dialog').waitFor()
    await desk.page.keyboard.press('Escape')
    expect(await placesOf([last, ...tokens])).toEqual([])
  })
})

describe('the search for tokens (control)', () => {
  const marker = `marker-${mintToken().slice(4, 20)}`

  test('finds a text on the bridge, in the page, in a file and on the clipboard', async () => {
    const environment = { label: 'Test', colour: 'teal', isProduction: false }
    const profile = { id: desk.profileId, name: marker, url: server.url, environment, caFile: null }
    await desk.page.evaluate(`strongroom.profile(${JSON.stringify({ do: 'save', profile })})`)
    await desk.page.evaluate(`strongroom.copy({ text: ${JSON.stringify(marker)} })`)
    await desk.page.evaluate(`localStorage.setItem('control', ${JSON.stringify(marker)})`)
    await desk.page.evaluate(`void indexedDB.open(${JSON.stringify(marker)})`)
    const places = ['the bridge', 'the page', 'the clipboard', 'its storage', join(userData, 'console.json')]
    await expect.poll(() => placesOf([marker])).toEqual(expect.arrayContaining(places))
  })

  test('finds that the server had the token', async () => {
    const { trpc } = server
    expect(await trpc(token).session.whoAmI.query({})).toMatchObject({ tokenName: 'operator 0' })
  })
})

describe('a token from the page is rejected', () => {
  const inside = () => [token, `before ${token} after`, `a,b\n${token},c`, `"${token}"`, mintToken()]

  test('by copy, which leaves the clipboard unchanged', async () => {
    await desk.electron.clipboard.write('before')
    for (const text of inside())
      expect(await desk.page.evaluate(`strongroom.copy(${JSON.stringify({ text })})`)).toMatchObject({ ok: false })
    expect(await desk.electron.clipboard.read()).toBe('before')
  })

  test('by save, which opens no dialog', async () => {
    const before = (await desk.electron.dialogs.asked()).length
    for (const text of inside())
      expect(await desk.page.evaluate(`strongroom.save(${JSON.stringify({ name: 'x.csv', text })})`)).toMatchObject({
        ok: false,
        error: { code: 'NotAllowed' },
      })
    expect((await desk.electron.dialogs.asked()).length).toBe(before)
  })

  test('unlike a text that is not a token (control)', async () => {
    const text = `srt_ and other words`
    expect(await desk.page.evaluate(`strongroom.copy(${JSON.stringify({ text })})`)).toMatchObject({ ok: true })
    const filePath = join(userData, 'control.csv')
    await desk.electron.dialogs.queue('showSaveDialog', { canceled: false, filePath })
    await desk.page.evaluate(`strongroom.save(${JSON.stringify({ name: 'control.csv', text })})`)
    expect(await readFile(filePath, 'utf8')).toBe(text)
  })
})

test('no part of a token is left on the disk after the console has ended', async () => {
  await desk.electron.app.quit()
  await desk.ended
  expect(await Promise.all(tokens.map((text) => filesWith(userData, text)))).toEqual(tokens.map(() => []))
})
