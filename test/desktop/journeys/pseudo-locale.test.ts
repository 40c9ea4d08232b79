// @module-tag long
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { importColumns } from '../../../desktop/renderer/screens/this-machine/import-columns.ts'
import { thirdParty } from '../../../scripts/third-party.ts'
import { failureCodes } from '../../../shared/failure.ts'
import { Permission } from '../../../shared/permissions.ts'
import { providers } from '../../../shared/providers.ts'
import { test as base } from '../../harness/fixtures.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { openConsole } from '../harness/console.ts'
import { buildPseudoConsole, pseudoText } from '../harness/pseudo-locale.ts'
import { t } from '../harness/words.ts'
import { lockPlaces } from './lock-places.ts'
import { at, ofCustodian, type Stage } from './place.ts'
import { places, popups, storeKeys } from './places.ts'
import { openStage } from './stage.ts'
import { layoutOf } from './text-layout.ts'

/** The smallest window that main allows, and one as it is first opened. */
const sizes = [
  { width: 640, height: 480 },
  { width: 1280, height: 800 },
] as const

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('bundle', { scope: 'file' }, async ({}, { onCleanup }) => {
    const bundle = await buildPseudoConsole()
    onCleanup(() => bundle[Symbol.asyncDispose]())
    return bundle.folder
  })
  .extend('stage', { scope: 'file' }, async ({ server, bundle }, { onCleanup }) => {
    await storeKeys(server)
    const stage = await openStage(server, { bundle, operator: 'Ada', account: 'the one account' })
    onCleanup(() => stage[Symbol.asyncDispose]())
    return stage
  })
  .extend('empty', { scope: 'file' }, async ({ bundle }, { onCleanup }) => {
    const empty = await openConsole({ bundle })
    onCleanup(empty.close)
    await empty.page.emulateMedia({ reducedMotion: 'reduce' })
    return empty
  })
  .extend('sentences', { scope: 'file' }, ({ stage }) => sentencesOf(stage))
  .extend(
    'judge',
    { scope: 'file' },
    ({ stage: { admin }, sentences }) =>
      (page: Page) =>
        expectWhole(page, { admin, sentences }),
  )

/** What the server says of keys that no provider knows, of keys that one does, and of a custodian that is in use. */
async function sentencesOf({ admin, server, account }: Stage): Promise<unknown> {
  const custodianId = custodians.copper
  const asked = { tenantId: tenants.first, custodianId }
  const refused = ({ message, data }: Error & { data?: unknown }) => [message, data]
  const unknown = { apiKey: 'a'.repeat(64), secretApiKey: 'b'.repeat(64) }
  const { version } = await admin.custodians.get.query({ custodianId })
  return [
    await admin.custodians.updateApiKeys.mutate({ ...asked, ...unknown }).catch(refused),
    await admin.custodians.validateApiKeys.mutate({ ...asked, ...(await server.credentials('copper', { account })) }),
    await admin.custodians.delete.mutate({ custodianId, version }).catch(refused),
  ]
}

/** Words of letters alone: figures, ids, amounts and addresses are the same in every language. */
const wordsIn = (text: string): readonly string[] =>
  text
    .split(/[\s"\\()[\]:,;/=.]+/)
    .filter((word) => /^\p{L}[\p{L}'’-]+$/u.test(word))
    .map((word) => word.toLowerCase())

type Known = Pick<Stage, 'admin'> & { readonly sentences: unknown }

/** What is of no table of texts: what the server answers, what providers and files call their parts, and what main says. */
async function dataNow(page: Page, { admin: api, sentences }: Known): Promise<ReadonlySet<string>> {
  const asked = { tenantId: tenants.first, custodianId: custodians.copper }
  const answers = [
    await api.custodians.list.query({}),
    await api.tenants.list.query({}),
    await api.custodians.wallets.query(asked),
    await api.custodians.rotations.query({ custodianId: custodians.copper, limit: 100 }),
    await api.reports.reserves.query({}),
    await api.networks.list.query({}),
    await api.chainTokens.list.query({}),
    await api.reserveAccounts.list.query({}),
    await api.tokens.list.query({}),
    await api.audit.list.query({ limit: 1_000 }),
  ]
  const main = await page.evaluate('strongroom.state(null)')
  const known = [answers, sentences, main, providers, Permission.options, failureCodes, importColumns, thirdParty()]
  // Relative times come from Intl, in its own words.
  const names = 'this minute minutes hours days ago in Custody desk Ada desktop Strongroom Ethereum USDX UTC SHA-256 ms'
  return new Set([...known.map((each) => JSON.stringify(each)), names].flatMap(wordsIn))
}

const noFaults = { hardCoded: [], clipped: [], overlapping: [], tooWide: [] }

async function faultsOf(page: Page, data: ReadonlySet<string>) {
  const { loose, ...layout } = await layoutOf(page)
  return { hardCoded: loose.flatMap(wordsIn).filter((word) => !data.has(word)), ...layout }
}

/** A page that was given another size takes a moment to lay itself out. */
async function expectWhole(page: Page, known: Known): Promise<void> {
  const data = await dataNow(page, known)
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      const message = `${size.width} x ${size.height}, ${colorScheme}`
      await expect.poll(() => faultsOf(page, data), { message }).toEqual(noFaults)
    }
  await page.setViewportSize(sizes[1])
}

const title = '$place shows texts 40 % longer than English whole, and no others'
const menus = popups.filter(({ place }) => place.startsWith('the menu'))

test.for([...places, ...menus])(title, async ({ open }, { stage, judge }) => {
  await open(stage.page, stage)
  await judge(stage.page)
})

test.for([
  { place: 'the custodians of a server that is not reached', path: '/custodians' },
  { place: 'the history of a server that is not reached', path: ofCustodian('/history') },
  { place: 'the wallets of a server that is not reached', path: ofCustodian('/wallets') },
  { place: 'the reserves of a server that is not reached', path: '/reserves' },
  { place: 'the audit of a server that is not reached', path: '/audit' },
])(title, async ({ path }, { stage: { page, proxy }, judge }) => {
  proxy.breakAt('/')
  onTestFinished(proxy.restore)
  await at(path, (each) => each.keyboard.press('ControlOrMeta+r'))(page)
  await page.getByText(t('failures:ResponseLost')).first().waitFor()
  await judge(page)
})

test('the welcome shows texts 40 % longer than English whole, and no others', async ({ empty, judge }) => {
  await empty.page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
  await judge(empty.page)
})

test('the running local server shows texts 40 % longer than English whole, and no others', async ({ empty, judge }) => {
  const { page } = empty
  await page.getByRole('radio', { name: t('thisMachine:noData') }).check()
  await page.getByRole('button', { name: t('connect:start') }).click()
  await page.getByRole('link', { name: t('common:thisMachine') }).click()
  await page.getByText(t('thisMachine:statuses.running'), { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: t('thisMachine:formats') }).click()
  await judge(page)
})

/** Runs in the page: a text of no table, one that its place cuts off, two over each other, and a row that is too wide. */
const faults = (text: string) => `(() => {
  const add = (style, content = ${JSON.stringify(text)}) =>
    box.append(Object.assign(document.createElement('p'), { textContent: content, style }))
  const box = Object.assign(document.createElement('div'), { id: 'control' })
  document.querySelector('main').prepend(box)
  add('', 'Hardcoded')
  add('width: 60px; overflow: hidden; white-space: nowrap')
  add('margin: 0')
  add('margin: -22px 0 0')
  add('width: 3000px')
  // The browser keeps what was in sight where it was.
  scrollTo(0, 0)
})()`

test('an untranslated text and a truncated one are found (control)', async ({ stage: { page } }) => {
  await page.keyboard.press('Escape')
  await page.evaluate(`location.hash = '#/shortcuts'`)
  await page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
  const label = pseudoText('A label that is too long for its place')
  await page.evaluate(faults(label))
  const { loose, clipped, overlapping, tooWide } = await layoutOf(page)
  expect(loose).toContain('Hardcoded')
  expect(clipped).toEqual([label])
  expect(overlapping).toContain(`${label} | ${label}`)
  expect(tooWide).not.toEqual([])
  await page.evaluate(`document.getElementById('control').remove()`)
})

test.for(lockPlaces)(title, async ({ open }, { stage, judge }) => {
  await open(stage.page, stage)
  await judge(stage.page)
})
