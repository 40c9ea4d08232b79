import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverVersion } from '../../../server/platform/version.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { makeKey } from '../../package/release-folder.ts'
import { debOf, fingerprintOf, newerVersion, signedRelease, signText } from '../../update/made-release.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { bundleWithKey } from '../harness/release-bundle.ts'
import { t } from '../harness/words.ts'

const key = makeKey()
const deb = debOf(newerVersion)
const content = 'the package, '.repeat(1_000)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let bundle: Awaited<ReturnType<typeof bundleWithKey>>
let console: OpenConsole

beforeAll(async () => {
  folder = await temporaryFolder()
  bundle = await bundleWithKey(key)
  const userData = join(folder.path, 'user')
  mkdirSync(join(userData, 'update'), { recursive: true })
  writeFileSync(join(userData, 'update', 'of an earlier start'), 'x')
  for (const [name, version] of [
    ['newer', newerVersion],
    ['older', '0.0.1'],
  ] as const)
    await signedRelease(join(folder.path, name), { [debOf(version)]: content }, key)
  console = await openConsole({ bundle: bundle.path, userData })
})
afterAll(async () => {
  await console[Symbol.asyncDispose]()
  await bundle[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Runs in the page: what a person gets who selects the command with the mouse. */
const selectCommand = `(() => {
  getSelection().selectAllChildren(document.querySelector('pre'))
  return String(getSelection())
})()`

const press = (name: string) => console.page.getByRole('button', { name, exact: true }).click()
const text = (words: string) => console.page.getByText(words, { exact: true })

async function choose(file: string): Promise<void> {
  await console.electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [join(folder.path, file)] })
  await press(t('thisMachine:update.choose'))
}

test('the copy of an earlier start is deleted', () => {
  expect(existsSync(join(console.userData, 'update', 'of an earlier start'))).toBe(false)
})

test('a package shows versions, checksum and key once its signature is verified', async () => {
  const { page } = console
  await page.getByRole('radio', { name: t('thisMachine:noData'), exact: true }).check()
  await press(t('connect:start'))
  await page.getByRole('link', { name: t('common:thisMachine'), exact: true }).click()
  await text(t('thisMachine:statuses.running')).waitFor()
  await choose(`newer/${deb}`)
  await page.locator(':focus').getByText(t('thisMachine:update.verified'), { exact: true }).waitFor()
  const sha256 = createHash('sha256').update(content).digest('hex')
  for (const shown of [serverVersion, newerVersion, sha256, fingerprintOf(key)]) await text(shown).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('an older package, and one of another key, are refused with the reason', async () => {
  const { page } = console
  await choose(`older/${debOf('0.0.1')}`)
  await text(t('thisMachine:update.fits.older')).waitFor()
  expect(await page.getByRole('button', { name: t('thisMachine:update.prepare') }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])

  const medium = join(folder.path, 'newer')
  const sums = readFileSync(join(medium, 'SHA256SUMS'), 'utf8')
  signText(medium, sums, makeKey())
  await choose(`newer/${deb}`)
  await page.getByRole('alert').getByText(t('localServer:updateRefused.bad-signature')).waitFor()
  await page.getByRole('alert').getByText(t('failures:UpdateRefused')).waitFor()
  expect(await page.getByRole('button', { name: t('thisMachine:update.prepare') }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
  signText(medium, sums, key)
})

test('a preparation asks, backs up, stops the server and shows the command that installs the verified copy', async () => {
  const { page, userData, electron } = console
  await choose(`newer/${deb}`)
  await press(t('thisMachine:update.prepare'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: t('thisMachine:update.backUp'), checked: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  const filePath = join(folder.path, 'before-update.tar')
  await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath })
  await dialog.getByRole('button', { name: t('thisMachine:update.confirm'), exact: true }).click()
  await page
    .locator(':focus')
    .getByText(t('thisMachine:update.ready', { version: newerVersion }))
    .waitFor()
  await text(t('thisMachine:statuses.stopped')).waitFor()
  await page.getByText(filePath).first().waitFor()
  expect(existsSync(filePath)).toBe(true)
  const copy = join(userData, 'update', deb)
  await page.getByText(`sudo install -m 0644 '${copy}'`).waitFor()
  expect(readFileSync(copy, 'utf8')).toBe(content)
  const selected = await page.evaluate(selectCommand)
  expect(await violationsOf(page)).toEqual([])
  await press(t('common:copyWhat', { what: t('thisMachine:update.command') }))
  const copied = await electron.clipboard.read()
  expect(copied).toContain(`sudo apt-get install /var/cache/apt/archives/${deb}`)
  expect(selected, 'by hand').toBe(copied)
})
