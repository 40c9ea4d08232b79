import type { Page } from 'playwright-core'
import { expect, test as runner } from 'vitest'
import { mintToken } from '../../../server/access/token-text.ts'
import { openConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'
import { beforeDisabling, type Recording, startRecordedServer } from '../remote/recorded-server.ts'

const open = async ({ values, ...recording }: Recording) => {
  await using made = new AsyncDisposableStack()
  const server = made.use(await startRecordedServer({ ...recording, values }))
  const desk = made.use(await openConsole({ url: server.url, token: mintToken() }))
  const owned = made.move()
  return { ...desk, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const test = runner
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('desk', { scope: 'file' }, async ({}, { onCleanup }) => {
    const desk = await open(beforeDisabling)
    onCleanup(() => desk[Symbol.asyncDispose]())
    return desk
  })

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
const main = (page: Page) => page.getByRole('main')

test.for([
  ['/home', 'demo-platform-admin'],
  ['/custodians', 'Harbour cold vaults'],
  ['/custodians/11', 'Harbour cold vaults'],
  ['/custodians/11/history', 'demo-platform-admin'],
  ['/custodians/11/wallets', 'Deposits Ethereum'],
  ['/custodians/11/settings', 'Harbour cold vaults'],
  ['/reserves', 'BTC'],
  ['/audit', 'demo-platform-admin'],
  ['/administration/tokens', 'demo-operator'],
  ['/administration/tenants', 'Harbour Trust'],
  ['/administration/networks', 'Polygon'],
  ['/administration/chain-tokens', 'USDC'],
  ['/administration/reserve-accounts', 'Ethereum desk'],
  ['/connect', 'Custody desk'],
] as const)(
  '%s shows what a server of an earlier version answers, and nothing as disabled',
  async ([path, text], { desk }) => {
    const { page } = desk
    await goTo(page, path)
    await main(page).getByText(text).first().waitFor()
    expect(await page.getByRole('alert').allTextContents()).toEqual([])
    expect(await main(page).getByRole('row').getByText(t('administration:disabled'), { exact: true }).count()).toBe(0)
  },
)

test('what it does not know is said in the dialog that asks for it', async ({ desk: { page, mainErrors } }) => {
  await goTo(page, '/administration/tokens')
  await page.getByRole('button', { name: t('administration:objects.disableNamed', { name: 'demo-operator' }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('administration:objects.disable') }).click()
  await dialog.getByText(t('failures:NotFound'), { exact: true }).waitFor()
  expect(mainErrors).toEqual([])
})

test('control: an answer without what every server sends is reported', async () => {
  const { items, ...page } = beforeDisabling.values['tokens.listPage'] as { items: { name?: string }[] }
  const nameless = { ...page, items: items.map(({ name: _, ...token }) => token) }
  await using desk = await open({
    ...beforeDisabling,
    values: { ...beforeDisabling.values, 'tokens.listPage': nameless },
  })
  await goTo(desk.page, '/administration/tokens')
  await desk.page.getByRole('alert').getByText(t('consoleFailures:AnswerUnreadable.meaning')).waitFor()
})
