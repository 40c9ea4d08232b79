import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { buildDesktop } from '../../scripts/build-desktop.ts'
import { type OpenConsole, openConsole } from '../desktop/harness/console.ts'
import { t } from '../desktop/harness/words.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startStrongroom } from './child-server.ts'
import { fillCustodians } from './console-fill.ts'
import { ask, installProbe } from './console-probe.ts'
import { makeFolder } from './fill.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** The built console, and a real server with custodians and real icons. */
export type ConsoleFolder = AsyncDisposable & {
  readonly bundle: string
  /** Signed in, on the stand-in host. Each has a browser of its own, so that none pays for the memory of another. */
  open(): Promise<OpenConsole>
}

/** With so many wallets for each custodian, by its number. */
export async function consoleFolder(sizes: ReadonlyMap<number, number>): Promise<ConsoleFolder> {
  await using made = new AsyncDisposableStack()
  const { path } = made.use(await temporaryFolder())
  const dataDir = join(path, 'data')
  const token = await makeFolder(dataDir, (store) => fillCustodians(store, sizes))
  // Below node_modules, so that the addons are found from there.
  const bundle = await mkdtemp(join(cache, 'console-bench-'))
  made.defer(() => rm(bundle, { recursive: true }))
  await buildDesktop(bundle)
  const { url } = made.use(await startStrongroom(dataDir))
  const parts = made.move()
  return {
    bundle,
    async open() {
      const desk = await openConsole({ bundle, url, token, browser: 'own' })
      await installProbe(desk.page)
      return desk
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** A listing by its length, and the row that is waited for. */
type Opened = { readonly count: number; readonly last?: number }

/** Milliseconds from the click until a row is painted; waits until all are read. */
export async function openWallets(page: Page, custodian: number, { count, last = 0 }: Opened): Promise<number> {
  await page.evaluate(`location.hash = '#/custodians/${custodian}'`)
  await page.getByRole('heading', { name: `Custodian ${custodian}` }).waitFor()
  await page.waitForTimeout(300)
  const milliseconds = await ask<number>(page, `openGrid('/custodians/${custodian}/wallets', ${last})`)
  await page.getByText(t('wallets:count', { count }), { exact: true }).waitFor({ timeout: 120_000 })
  return milliseconds
}
