import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mintToken } from '../../../server/access/token-text.ts'
import { contractVersion } from '../../../shared/contract-version.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'
import { type HostileServer, hostileValue, startHostileServer } from '../remote/hostile-server.ts'
import { nastyAnswers } from '../remote/nasty-answers.ts'
import { networkIcons, walletAt } from '../remote/wallet-stream.ts'

const MiB = 1024 * 1024
/** Screens whose data come from the server, and what is on each that was read from it. */
const shown: Readonly<Record<string, string>> = {
  '/custodians': 'Custody A',
  '/custodians/1/history': 'Grace',
  '/custodians/1/wallets': 'Network 0',
  '/reserves': 'USDC',
  '/audit': 'Grace',
}
const paths = Object.keys(shown)

const at = '2026-01-02T03:04:05.678Z'
const row = { id: '1', name: 'Custody A', tenantId: '1', provider: 'copper', credentialVersion: 1, lastRotatedAt: at }
const values = {
  'session.whoAmI': { ...(hostileValue('session.whoAmI', {}) as object), contractVersion },
  'tenants.list': [{ id: '1', name: 'Trust' }],
  'freezes.list': [],
  'custodians.list': [{ ...row, state: 'in-force' }],
  'reports.reserves': [
    { tokenSymbol: 'USDC', reserveAmount: '1', transactionCount: 1, lastTransactionDate: at, blockchain: 'Ethereum' },
  ],
  'custodians.wallets': {
    custodianId: '1',
    custodianName: 'Custody A',
    custodianProvider: 'copper',
    wallets: [{ ...walletAt(0), networkIcon: networkIcons[0] }],
  },
}

let server: HostileServer
let desk: OpenConsole
let page: Page
beforeAll(async () => {
  server = await startHostileServer({ payload: 'Grace', values })
  desk = await openConsole({ url: server.url, token: mintToken() })
  page = desk.page
})
afterAll(async () => {
  await desk?.close()
  await server[Symbol.asyncDispose]()
})
beforeEach(() => server.turn({ nasty: null }))

const holds = (path: string) =>
  page
    .getByText(shown[path] ?? '')
    .first()
    .waitFor()

async function goTo(path: string): Promise<void> {
  await page.evaluate(`location.hash = '#/shortcuts'`)
  await page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
  await page.evaluate(`location.hash = '#${path}'`)
  await holds(path)
}

const refresh = () => page.keyboard.press('ControlOrMeta+r')
const alert = () => page.getByRole('alert').first()

/** Refreshes until the failure shows, but not before a large answer could be read: a refresh cancels the request. */
async function showsFailure(): Promise<boolean> {
  await refresh()
  return alert()
    .waitFor({ timeout: 20_000 })
    .then(
      () => true,
      () => false,
    )
}

/** The most memory that main ever had, in bytes. */
async function peakOfMain(): Promise<number> {
  const status = await readFile(`/proc/${desk.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

async function expectAlive(path: string): Promise<void> {
  server.turn({ nasty: null })
  await refresh()
  await alert().waitFor({ state: 'detached' })
  await holds(path)
  expect(desk.mainErrors).toEqual([])
  expect(await page.evaluate('strongroom.state(null).then(({ ok }) => ok)')).toBe(true)
}

/** The answers that end by themselves; endless ones are tested where the timeout of the console can be set. */
const endless = like('network:fault.responseTimeout').source
const ending = Object.entries(nastyAnswers)
  .filter(([, [, , text]]) => text.source !== endless)
  .map(([name, answer], index) => ({ name, answer, path: paths[index % paths.length] ?? '', index }))

/** `npm test` sends each third, and all that fill memory; hostile-answers.test.ts has each without a window. */
const isAlwaysSent = ({ name, index }: (typeof ending)[number]) =>
  index % 3 === 0 || /bomb|million|end|larger/.test(name)

describe('a hostile server cannot crash the console', () => {
  async function expectReadable({ answer: [nasty, , text], path }: (typeof ending)[number]): Promise<void> {
    await goTo(path)
    await expectAlive(path)
    server.turn({ nasty })
    await expect.poll(showsFailure, { interval: 300, timeout: 90_000 }).toBe(true)
    expect(await alert().textContent()).toMatch(path === '/custodians' ? text : /\w{3} \w/)
    await holds(path) // what was read before stays
    await expectAlive(path)
  }

  const title = '$name is a readable failure on an open screen, which recovers afterwards'
  test.each(ending.filter(isAlwaysSent))(title, expectReadable)
  test.each(ending.filter((each) => !isAlwaysSent(each)))(title, { tags: ['long'] }, expectReadable)

  test.each(paths)('%s survives each short hostile answer as its first answer', { tags: ['long'] }, async (path) => {
    for (const name of ['a web page', 'values of the wrong type', 'a redirect', 'a connection reset', 'deep nesting']) {
      const [nasty] = nastyAnswers[name] ?? [null]
      server.turn({ nasty })
      await page.evaluate(`location.hash = '#${path}'`)
      await desk.electron.window.reload()
      await page.locator('h1').first().or(alert()).first().waitFor()
      await alert().waitFor()
    }
    await expectAlive(path)
  })

  test('a server that never answers is reported as slow, and the rest of the console works meanwhile', async () => {
    await goTo('/custodians')
    const [nasty] = nastyAnswers['nothing at all, for ever'] ?? [null]
    server.turn({ nasty })
    await refresh()
    await page
      .getByRole('status')
      .filter({ hasText: t('common:slow') })
      .first()
      .waitFor()
    await page.evaluate(`location.hash = '#/settings'`)
    await page.getByRole('heading', { name: t('settings:title'), exact: true }).waitFor()
  })

  test('the memory of main stays under a gigabyte when more is sent', async () => {
    expect(await peakOfMain()).toBeLessThan(1024 * MiB)
    expect(desk.mainErrors).toEqual([])
  })

  test('the hostile answers arrive, and the peak memory of a process is read (control)', async () => {
    expect(server.requests.length).toBeGreaterThan(ending.filter(isAlwaysSent).length)
    expect(await peakOfMain()).toBeGreaterThan(50 * MiB)
  })
})
