import type { Page } from 'playwright-core'
import type { FaultProxy } from '../../harness/fault-proxy.ts'
import { custodians } from '../../harness/seed.ts'
import type { TestServer } from '../../harness/server.ts'
import type { OpenConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'

/** A console that is signed in, the server behind it, and what can fail between them. */
export type Stage = Pick<OpenConsole, 'page' | 'electron'> & {
  readonly server: TestServer
  readonly proxy: FaultProxy
  /** Another person with every permission. */
  readonly admin: ReturnType<TestServer['trpc']>
  /** The name of the token that the console has. */
  readonly operator: string
  /** The account of the custodian at its provider. */
  readonly account: string
}

/** Something a person can have before them, and the way there. What it needs of the server ends with the test. */
export type Place = { readonly place: string; readonly open: (page: Page, stage: Stage) => Promise<void> }

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const press = (page: Page, name: string | RegExp) => button(page, name).first().click()
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()
export const firstRow = (page: Page) => page.locator('tbody tr:has(th)').first().waitFor()

/** Presses the button of this name in the dialog, not the one that opened it. */
export const answer = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** From anywhere, with nothing left of what was there. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.evaluate(`location.hash = '#/shortcuts'`)
  await heading(page, t('shortcuts:title'))
  await page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
  // Its tables have rows too, which must not be taken for those of the place.
  if (path !== '/shortcuts')
    await page.getByRole('heading', { name: t('shortcuts:title') }).waitFor({ state: 'detached' })
}

export const at = (path: string, arrived: (page: Page) => Promise<void>) => async (page: Page) => {
  await goTo(page, path)
  await arrived(page)
}

/** As `at`, with what the server says now. */
export const atAgain = (path: string, arrived: (page: Page) => Promise<void>) =>
  at(path, async (page) => {
    await page.keyboard.press('ControlOrMeta+r')
    await arrived(page)
  })

/** A dialog over a screen, from its button. */
export const dialogAt = (path: string, name: () => string | RegExp, arrived = firstRow) =>
  at(path, async (page) => {
    await arrived(page)
    await press(page, name())
    await page.getByRole('dialog').waitFor()
  })

export const ofCustodian = (part: string) => `/custodians/${custodians.copper}${part}`
