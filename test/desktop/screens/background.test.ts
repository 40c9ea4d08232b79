import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { trayImages } from '../../../desktop/main/attention/tray-images.ts'
import { test as base } from '../../harness/fixtures.ts'
import { tenants } from '../../harness/seed.ts'
import type { TestServer } from '../../harness/server.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { missingMocks, startPanel } from '../harness/desktop-services.ts'
import { t } from '../harness/words.ts'

/** A token that needs no attention of its own. */
const test = base.extend('token', { scope: 'file' }, ({ server }) =>
  server.token({ expiresAt: Date.now() + 90 * 86_400_000 }),
)

const everything = { settings: { showsTrayIcon: true, notifies: 'everything' } } as const
const tooltip = (text: string) => `${t('product')}: ${text}`
const counted = (count: number) => tooltip(t('home:attentionCount', { count }))
const tooltipOf = async ({ electron }: OpenConsole) => (await electron.tray.view())?.tooltip
const countOf = (page: Page) => page.getByRole('heading', { level: 2 }).first()

const addCustodian = ({ server, token }: { readonly server: TestServer; readonly token: string }, name: string) =>
  server.trpc(token).custodians.create.mutate({ tenantId: tenants.first, name, provider: 'copper' })

/** As a person does who asks the icon instead of waiting for a minute. */
const checkNow = ({ electron }: OpenConsole) => electron.tray.choose(t('attention:menu.check'))

test('the settings put an icon with the count of Home into the tray of a Mac, and take it away', async ({
  server,
  token,
}) => {
  await using console = await openConsole({ platform: 'darwin', url: server.url, token })
  const { page, electron } = console
  await page.getByText('Custodian 11').first().waitFor()
  const [shown = ''] = ((await countOf(page).textContent()) ?? '').split(' ')
  expect(await electron.tray.view()).toBe(null)
  await page.getByRole('link', { name: t('common:settings'), exact: true }).click()
  const choice = page.getByRole('switch', { name: t('settings:trayIcon') })
  await choice.waitFor()
  expect(await page.getByRole('switch', { name: t('settings:checksWhileLocked') }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await choice.click()
  await expect.poll(() => tooltipOf(console)).toBe(counted(Number(shown)))
  expect(await electron.tray.view()).toMatchObject({ image: trayImages.template, isTemplate: true, title: shown })
  expect(await violationsOf(page)).toEqual([])

  await page.getByText('Deutsch', { exact: true }).click()
  await expect.poll(() => tooltipOf(console)).toContain('Einträge erfordern Aufmerksamkeit')
  await page.evaluate(`window.strongroom.lock({ do: 'lock' })`)
  await expect.poll(() => tooltipOf(console)).toContain('gesperrt')
})

test('the console goes on in the tray without its window, and a notification opens it at its screen', async ({
  server,
  token,
}) => {
  await using folder = await temporaryFolder()
  await using desk = await openConsole({
    ...everything,
    platform: 'win32',
    userData: join(folder.path, 'strongroom'),
    env: { LOCALAPPDATA: folder.path },
    url: server.url,
    token,
  })
  const { page, electron } = desk
  await page.getByText('Custodian 11').first().waitFor()
  await expect.poll(() => tooltipOf(desk)).toMatch(/\d/)
  expect(await electron.tray.view()).toMatchObject({ scaleFactor: 2, isTemplate: false, title: '' })

  await electron.window.putAway('hide')
  const { id } = await addCustodian({ server, token }, 'Harbor')
  await checkNow(desk)
  await expect.poll(() => electron.notifications.shown()).toMatchObject([{ title: `${t('home:kind.noKeys')}: Harbor` }])
  await electron.tray.choose(t('common:lock'))
  await page.getByRole('heading', { name: t('lock:title') }).waitFor()
  await electron.notifications.click(0)
  expect(await electron.window.state()).toMatchObject({ isVisible: true })
  await electron.clipboard.write(token)
  await page.getByRole('button', { name: t('lock:fromClipboard') }).click()
  await page.getByRole('heading', { name: t('rotate:form.title', { provider: 'Copper' }) }).waitFor()
  expect(await page.evaluate('location.hash')).toContain(`/custodians/${id}/rotate`)

  const opened = page.context().waitForEvent('page')
  await electron.window.close()
  await expect.poll(() => page.isClosed()).toBe(true)
  await electron.tray.click()
  const again = await opened
  await again.getByText('Custodian 11').first().waitFor()
  await electron.tray.choose(t('attention:menu.quit'))
  await expect.poll(() => again.isClosed()).toBe(true)
})

test('on Linux the icon appears once a panel shows icons', async ({ server, token, skip }) => {
  skip(missingMocks !== null, missingMocks ?? undefined)
  await using panel = await startPanel()
  await using console = await openConsole({ ...everything, platform: 'linux', url: server.url, token, env: panel.env })
  const { page, electron } = console
  await page.getByRole('link', { name: t('common:settings'), exact: true }).click()
  await page.getByText(t('settings:trayIconAbout.noTray')).waitFor()
  expect(await electron.tray.view()).toBe(null)
  await panel.setHost(true)
  const choice = page.getByRole('switch', { name: t('settings:trayIcon') })
  await choice.click()
  await choice.click()
  await page.getByText(t('settings:trayIconAbout.shown')).waitFor()
  await expect.poll(() => electron.tray.view()).toMatchObject({ scaleFactor: 1, title: '' })
})

test('without an icon in the tray, closing the window ends the console', async ({ server }) => {
  await using console = await openConsole({ platform: 'linux', ...everything, url: server.url })
  await console.electron.window.close()
  await expect.poll(() => console.electron.tray.view().catch(() => 'ended')).toBe('ended')
})
