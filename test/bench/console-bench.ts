import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { buildDesktop } from '../../scripts/build-desktop.ts'
import { type OpenConsole, openConsole } from '../desktop/harness/console.ts'
import { t } from '../desktop/harness/words.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { bundleSizeMeasure } from './bundle-size.ts'
import { startStrongroom } from './child-server.ts'
import { fillCustodians } from './console-fill.ts'
import { ask, installProbe } from './console-probe.ts'
import { longestTask } from './console-trace.ts'
import { makeFolder } from './fill.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, type Measure, median, ratioOf, required, spreadOf } from './measure.ts'

const few = 100
const huge = 900
/** Custodians without wallets and keys, each of which needs attention. */
const idle = 500
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** A custodian is visited once, for what was read of it would be shown again at once. */
const custodianOf = (round: number, isMany: boolean) => 100 + 2 * round + Number(isMany)
const unvirtualisedOf = (round: number) => 200 + round
const idleOf = (at: number) => 1_000 + at

/** The console on the stand-in host, over a real server with real icons. */
export async function consoleBench({ rounds, wallets, manyWallets }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const token = await makeFolder(dataDir, (store) => fillCustodians(store, sizesOf({ rounds, wallets, manyWallets })))
  // Below node_modules, so that the addons are found from there.
  const bundle = await mkdtemp(join(cache, 'console-bench-'))
  try {
    await buildDesktop(bundle)
    await using server = await startStrongroom(dataDir)
    await using desk = await openConsole({ bundle, url: server.url, token, browser: 'own' })
    await installProbe(desk.page)
    return {
      measures: [
        ...(await startMeasures(desk, rounds)),
        ...(await walletMeasures(desk, { rounds, wallets, manyWallets })),
        bundleSizeMeasure(bundle),
      ],
    }
  } finally {
    await rm(bundle, { recursive: true })
  }
}

/** How many wallets each custodian has. */
function sizesOf({ rounds, wallets, manyWallets }: Sizes): ReadonlyMap<number, number> {
  const sizes = new Map([[huge, manyWallets]])
  for (let at = 0; at < idle; at += 1) sizes.set(idleOf(at), 0)
  for (let round = 0; round <= rounds; round += 1) {
    sizes.set(custodianOf(round, false), few).set(custodianOf(round, true), wallets)
    sizes.set(unvirtualisedOf(round), wallets)
  }
  return sizes
}

/** Screens with data against one that is nothing but the shell and words. */
async function startMeasures({ page, electron }: OpenConsole, rounds: number): Promise<Measure[]> {
  const start = async (hash: string, selector: string) => {
    await page.evaluate(`location.hash = '${hash}'`)
    await electron.window.reload()
    return await ask<number>(page, `painted(probe.there('${selector}'))`)
  }
  const shell: number[] = []
  const home: number[] = []
  const custodians: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    shell.push(await start('#/shortcuts', '#content h1'))
    home.push(await start('#/home', '#content li a'))
    custodians.push(await start('#/custodians', '#content tbody tr'))
  }
  const measure = (what: string, times: readonly number[], most: number) =>
    extra({
      name: `start of the console until ${what}, against its shell alone`,
      value: ratioOf(times.slice(1), shell.slice(1)),
      target: { atMost: most },
      detail: `${median(times.slice(1)).toFixed(0)} ms against ${median(shell.slice(1)).toFixed(0)} ms`,
    })
  return [
    measure(`Home lists what ${idle} custodians need`, home, 1.3),
    measure('its custodians are painted', custodians, 1.5),
  ]
}

type Sizes = Pick<Lane, 'rounds' | 'wallets' | 'manyWallets'>

async function walletMeasures({ page }: OpenConsole, { rounds, wallets, manyWallets }: Sizes): Promise<Measure[]> {
  const short: number[] = []
  const long: number[] = []
  const whole: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    short.push(await openWallets(page, custodianOf(round, false), { count: few }))
    long.push(await openWallets(page, custodianOf(round, true), { count: wallets }))
    whole.push(await openUnvirtualised(page, unvirtualisedOf(round), wallets))
  }
  const some = await elementsWith(page, custodianOf(rounds, false), few)
  const many = await elementsWith(page, custodianOf(rounds, true), wallets)
  const scrolled = await scrollMeasures(page, { rounds, wallets })
  const searched = await searchMeasure(page, wallets, rounds)
  const most = await elementsWith(page, huge, manyWallets)
  const ours = long.slice(1)
  const plain = short.slice(1)
  return [
    required('G13 paint', {
      value: ratioOf(ours, plain),
      detail: `${median(ours).toFixed(0)} ms against ${median(plain).toFixed(0)} ms`,
    }),
    required('G13 unvirtualised', {
      value: ratioOf(ours, whole.slice(1)),
      detail: `${median(ours).toFixed(0)} ms against ${median(whole.slice(1)).toFixed(0)} ms`,
    }),
    extra({
      name: `elements in the page with ${grouped(manyWallets)} wallets against ${few}`,
      value: Math.max(many, most) / some,
      target: { atMost: 1 },
      detail: `${some} with ${few}, ${many} with ${grouped(wallets)}, ${most} with ${grouped(manyWallets)}`,
    }),
    ...scrolled,
    searched,
    await searchMeasure(page, manyWallets, rounds),
  ]
}

/** A listing by its length, and the row that is waited for. */
type Opened = { readonly count: number; readonly last?: number }

/** Milliseconds until a row is painted; waits until all are read. */
async function openWallets(page: Page, custodian: number, { count, last = 0 }: Opened): Promise<number> {
  await page.evaluate(`location.hash = '#/custodians/${custodian}'`)
  await page.getByRole('heading', { name: `Custodian ${custodian}` }).waitFor()
  await page.waitForTimeout(300)
  const milliseconds = await ask<number>(page, `openGrid('/custodians/${custodian}/wallets', ${last})`)
  await page.getByText(t('wallets:count', { count }), { exact: true }).waitFor({ timeout: 120_000 })
  return milliseconds
}

/** Pixels of a row of the grid, and of its head with the border. */
const rowHeight = 36
const headHeight = 40

/** The same, with the grid made as high as all its rows, until the last one is painted. */
async function openUnvirtualised(page: Page, custodian: number, count: number): Promise<number> {
  await ask(page, `stretch(${count * rowHeight + headHeight})`)
  try {
    return await openWallets(page, custodian, { count, last: count - 1 })
  } finally {
    await ask(page, 'stretch(null)')
  }
}

async function elementsWith(page: Page, custodian: number, count: number): Promise<number> {
  await openWallets(page, custodian, { count })
  await page.locator('.mantine-ActionIcon-loader').waitFor({ state: 'detached' })
  return await page.evaluate('document.querySelectorAll("*").length')
}

async function scrollMeasures(page: Page, { rounds, wallets }: Pick<Sizes, 'rounds' | 'wallets'>): Promise<Measure[]> {
  const counts: number[] = []
  const longest: number[] = []
  for (let round = 0; round < rounds; round += 1)
    longest.push(
      await longestTask(page, async () => {
        counts.push((await ask<number[]>(page, 'scroll(240)')).length)
      }),
    )
  return [
    extra({
      name: `longest task while ${grouped(wallets)} wallets are scrolled, ms`,
      value: spreadOf(longest),
      target: { atMost: 50 },
      detail: `in ${rounds} runs of 480 frames: ${longest.map((task) => task.toFixed(0)).join(', ')}; long tasks seen by the page: ${counts.join(', ')}`,
    }),
  ]
}

async function searchMeasure(page: Page, wallets: number, rounds: number): Promise<Measure> {
  const box = page.getByRole('searchbox', { name: t('wallets:search') })
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await box.focus()
    for (const key of '3a7') {
      await ask(page, 'watchSearch()')
      await page.keyboard.press(key)
      times.push(await ask<number>(page, 'searched'))
    }
    await box.fill('')
    await page.getByText(t('wallets:count', { count: wallets }), { exact: true }).waitFor()
  }
  return extra({
    name: `key pressed in the search of ${grouped(wallets)} wallets until the matches are painted, ms`,
    value: spreadOf(times),
    target: { atMost: 100 },
    detail: `${times.length} keys`,
  })
}
