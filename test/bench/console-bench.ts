import type { Page } from 'playwright-core'
import { t } from '../desktop/harness/words.ts'
import type { Outcome } from './bench.ts'
import { consoleFolder, openWallets } from './console-folder.ts'
import { ask } from './console-probe.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, type Measure, median, ratioOf, required, spreadOf } from './measure.ts'

const few = 100
const huge = 900

/** A custodian is visited once, for what was read of it would be shown again at once. */
const custodianOf = (round: number, isMany: boolean) => 100 + 2 * round + Number(isMany)
const unvirtualisedOf = (round: number) => 200 + round

type Sizes = Pick<Lane, 'rounds' | 'wallets' | 'manyWallets'>

/** Listings of wallets: opened, held in the page, and searched. */
export async function consoleBench({ rounds, wallets, manyWallets }: Sizes): Promise<Outcome> {
  await using folder = await consoleFolder(sizesOf({ rounds, wallets, manyWallets }))
  await using desk = await folder.open()
  // All rows in a page leave gigabytes behind, which would slow what is measured in the same browser.
  const unvirtualised = await folder.open()
  const paint = await paintMeasures({ page: desk.page, whole: unvirtualised.page }, { rounds, wallets }).finally(
    unvirtualised.close,
  )
  return { measures: [...paint, ...(await heldMeasures(desk.page, { rounds, wallets, manyWallets }))] }
}

/** How many wallets each custodian has. */
function sizesOf({ rounds, wallets, manyWallets }: Sizes): ReadonlyMap<number, number> {
  const sizes = new Map([[huge, manyWallets]])
  for (let round = 0; round <= rounds; round += 1) {
    sizes.set(custodianOf(round, false), few).set(custodianOf(round, true), wallets)
    sizes.set(unvirtualisedOf(round), wallets)
  }
  return sizes
}

type Pages = { readonly page: Page; readonly whole: Page }

async function paintMeasures({ page, whole }: Pages, { rounds, wallets }: Pick<Sizes, 'rounds' | 'wallets'>) {
  const short: number[] = []
  const long: number[] = []
  const all: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    short.push(await openWallets(page, custodianOf(round, false), { count: few }))
    long.push(await openWallets(page, custodianOf(round, true), { count: wallets }))
    all.push(await openUnvirtualised(whole, unvirtualisedOf(round), wallets))
  }
  const ours = long.slice(1)
  const against = (theirs: readonly number[]) => ({
    value: ratioOf(ours, theirs),
    detail: `${median(ours).toFixed(0)} ms against ${median(theirs).toFixed(0)} ms`,
  })
  return [required('G13 paint', against(short.slice(1))), required('G13 unvirtualised', against(all.slice(1)))]
}

/** Elements in the page, and the time of a search in it. */
async function heldMeasures(page: Page, { rounds, wallets, manyWallets }: Sizes): Promise<Measure[]> {
  const some = await elementsWith(page, custodianOf(rounds, false), few)
  const many = await elementsWith(page, custodianOf(rounds, true), wallets)
  const searched = await searchMeasure(page, wallets, rounds)
  const most = await elementsWith(page, huge, manyWallets)
  return [
    extra({
      name: `elements in the page with ${grouped(manyWallets)} wallets against ${few}`,
      value: Math.max(many, most) / some,
      target: { atMost: 1 },
      detail: `${some} with ${few}, ${many} with ${grouped(wallets)}, ${most} with ${grouped(manyWallets)}`,
    }),
    searched,
    await searchMeasure(page, manyWallets, rounds),
  ]
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
