import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsOf } from '../harness/accessibility.ts'
import { testAlone } from '../harness/desk.ts'
import { like, t } from '../harness/words.ts'
import { serverPid } from '../journeys/this-machine-journey.ts'

const height = 640

const test = testAlone.extend('consoleOptions', { scope: 'file' }, { viewport: { width: 1024, height } })

/** The result with this text has the focus, and is in sight from its beginning. */
async function expectInSight(page: Page, text: string): Promise<void> {
  const result = page.locator(':focus', { hasText: text })
  await result.waitFor()
  const box = (await result.boundingBox()) ?? { y: -1, height: 0 }
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + Math.min(box.height, height / 2)).toBeLessThanOrEqual(height)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test('a first local start with demo data shows custodians and reserves without signing in', async ({ page }) => {
  await page.getByRole('radio', { name: t('thisMachine:demoData') }).check()
  await press(page, t('connect:start'))
  await page.getByRole('heading', { name: t('home:title'), exact: true }).waitFor()
  await goTo(page, t('common:custodians'))
  await page.getByRole('link', { name: 'Harbour cold vaults', exact: true }).waitFor()
  await goTo(page, t('common:reserves'))
  await page.getByRole('heading', { name: t('reserves:title'), exact: true }).waitFor()
  await page.getByText('Ethereum').filter({ visible: true }).first().waitFor()
})

test('the local server screen shows the data folder and the log', async ({ page, desk }) => {
  const { userData } = desk
  await goTo(page, t('common:thisMachine'))
  await page.getByText(t('thisMachine:statuses.running'), { exact: true }).waitFor()
  await page.getByText(join(userData, 'local-demo')).waitFor()
  await press(page, t('thisMachine:logShow'))
  await page.getByRole('log').getByText('Creating a demo').waitFor()
  expect(await page.getByRole('log').textContent()).not.toMatch(/srt_/)
  expect(await violationsOf(page)).toEqual([])
})

test('an import stores the valid lines of a file and shows why it rejected the invalid one', async ({ page, desk }) => {
  const { userData, electron } = desk
  const file = join(userData, 'tenants.csv')
  await writeFile(file, 'tenantId,name\n990001,Night desk\nnot a number,Day desk\n')
  await electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [file] })
  await press(page, t('thisMachine:pick'))
  const row = page.getByRole('row', { name: /tenants\.csv tenants 1 0 0 0 1/ })
  await row.waitFor()
  await page.getByRole('row', { name: /^3 .*tenantId/ }).waitFor()
  await expectInSight(page, t('thisMachine:imported'))
  await press(page, t('thisMachine:formats'))
  expect(await violationsOf(page)).toEqual([])
  await press(page, t('thisMachine:revealRefused'))
  await expect.poll(async () => JSON.stringify(await electron.shell.records())).toContain('tenants.csv.rejected.ndjson')

  await goTo(page, t('common:custodians'))
  await goTo(page, t('common:thisMachine'))
  await row.waitFor()
})

test('a backup shows its file, its SHA-256 and that it does not contain the key', async ({ page, desk }) => {
  const { userData, electron } = desk
  const filePath = join(userData, 'backup.tar')
  await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath })
  await press(page, t('thisMachine:backUpNow'))
  await expectInSight(page, t('thisMachine:backedUp'))
  const sha256 = createHash('sha256')
    .update(await readFile(filePath))
    .digest('hex')
  await page.getByText(sha256).waitFor()
  await page.getByText(filePath, { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('a verification of the audit shows how many records are intact, the head and the anchor', async ({ page }) => {
  await press(page, t('thisMachine:audit.verify'))
  await expectInSight(page, t('thisMachine:audit.sound'))
  await page
    .getByText(/^[0-9a-f]{64}$/)
    .last()
    .waitFor()
  await page.getByText(like('thisMachine:audit.anchoredAt')).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('a result does not take the focus from someone who went to another section', async ({ page }) => {
  const network = page.getByRole('textbox', { name: t('thisMachine:network') })
  await network.focus()
  const audit = page.locator('section', { has: page.getByRole('heading', { name: t('thisMachine:audit.title') }) })
  const verifiedAt = () => audit.locator('time').getAttribute('datetime')
  const before = await verifiedAt()
  // Unlike a click, it leaves the focus where it is.
  await audit.getByRole('button', { name: t('thisMachine:audit.verify') }).dispatchEvent('click')
  await expect.poll(verifiedAt).not.toBe(before)
  await audit.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(await network.evaluate((element: { matches(selector: string): boolean }) => element.matches(':focus'))).toBe(
    true,
  )
})

test('a build without the key of the releases says so, and offers no update', async ({ page }) => {
  await page.getByText(t('thisMachine:update.noKey'), { exact: true }).waitFor()
  await page.getByText('strongroom update verify FILE --public-key KEY', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: t('thisMachine:update.choose') }).count()).toBe(0)
})

test('a restore shows the backup, asks first, and says where the earlier data is', async ({ page, desk }) => {
  const { userData, electron } = desk
  const filePaths = [join(userData, 'backup.tar')]
  await electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths })
  await press(page, t('thisMachine:restore.choose'))
  await expectInSight(page, t('thisMachine:restore.version'))
  expect(await violationsOf(page)).toEqual([])
  await press(page, t('thisMachine:restore.restore'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: t('thisMachine:restore.keepTokens') }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: t('thisMachine:restore.confirm'), exact: true }).click()
  await expectInSight(page, t('thisMachine:restore.restored'))
  await page.getByText(/replaced-/).waitFor()
  expect(await page.getByText(t('thisMachine:audit.sound')).count(), 'of the earlier data').toBe(0)
  await page.getByText(t('thisMachine:statuses.running'), { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('a cancelled dialog changes nothing and is reported', async ({ page, desk }) => {
  const { electron } = desk
  await electron.dialogs.queue('showOpenDialog', { canceled: true, filePaths: [] })
  await press(page, t('thisMachine:pick'))
  await expectInSight(page, t('thisMachine:nothingImported'))
})

test('a local server that crashes is restarted with the reason shown, and one that keeps crashing waits for a manual start', async ({
  page,
  desk,
}) => {
  const stopped = page.getByText(t('thisMachine:statuses.crashed'), { exact: true })
  const running = page.getByText(t('thisMachine:statuses.running'), { exact: true })
  const kill = async () => {
    process.kill(serverPid(desk.userData), 'SIGKILL')
    await running.waitFor({ state: 'detached' })
  }
  await kill()
  await running.waitFor()
  await page.getByText(t('thisMachine:crashedTitle')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  for (const _ of [2, 3]) {
    await kill()
    await running.waitFor()
  }
  await kill()
  await stopped.waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('Start it again')
  expect(await violationsOf(page)).toEqual([])
  await press(page, t('thisMachine:start'))
  await running.waitFor()
  expect(await page.getByText(t('thisMachine:crashedTitle')).count()).toBe(0)
})

test('a stopped local server can be started with other data', async ({ page, desk }) => {
  const { userData } = desk
  await press(page, t('thisMachine:stop'))
  await page.getByText(t('thisMachine:statuses.stopped'), { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('radio', { name: t('thisMachine:noData') }).check()
  await press(page, t('thisMachine:start'))
  await page.getByText(t('thisMachine:statuses.running'), { exact: true }).waitFor()
  await page.getByText(join(userData, 'local'), { exact: true }).waitFor()
  await goTo(page, t('common:connect'))
  await page.getByRole('button', { name: t('connect:useNamed', { name: t('localServer:demoName') }) }).waitFor()
  expect(desk.consoleComplaints).toEqual([])
  expect(desk.mainErrors).toEqual([])
})
