import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { makeKey } from '../../package/release-folder.ts'
import { debOf, newerVersion, signedRelease } from '../../update/made-release.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { bundleWithKey } from '../harness/release-bundle.ts'
import { like, t } from '../harness/words.ts'
import { answer, heading, press } from './place.ts'
import { killServer } from './this-machine-journey.ts'

/** A console with a server of its own, and a folder with what is given to it: a package of a newer version. */
export type Machine = OpenConsole & { readonly folder: string }

export type MachinePlace = { readonly place: string; readonly open: (machine: Machine) => Promise<void> }

const newer = debOf(newerVersion)
const older = debOf('0.0.1')

/** A first start on this machine with the demo. */
export async function openMachine(): Promise<Machine> {
  const key = makeKey()
  const given = await temporaryFolder()
  const { path: folder } = given
  for (const deb of [newer, older]) await signedRelease(join(folder, deb), { [deb]: 'the package' }, key)
  const bundle = await bundleWithKey(key)
  const console = await openConsole({ bundle: bundle.path })
  const { page } = console
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('radio', { name: t('thisMachine:demoData') }).check()
  await press(page, t('connect:start'))
  await page.getByRole('heading', { level: 1, name: t('home:title') }).waitFor({ timeout: 60_000 })
  await page.evaluate(`location.hash = '#/this-machine'`)
  await heading(page, t('thisMachine:importing'))
  return {
    ...console,
    folder,
    async [Symbol.asyncDispose]() {
      await console.close()
      await bundle[Symbol.asyncDispose]()
      await given[Symbol.asyncDispose]()
    },
  }
}

const text = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

/** Presses a button that asks for a file, which is this one. */
async function choose({ page, electron }: Machine, name: string, file: string): Promise<void> {
  await electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [file] })
  await press(page, name)
}

async function importTenants(machine: Machine): Promise<void> {
  const file = join(machine.folder, 'tenants.csv')
  await writeFile(file, 'tenantId,name\n990001,Night desk\nnot a number,Day desk\n')
  await choose(machine, t('thisMachine:pick'), file)
  await machine.page.getByRole('row', { name: /tenants\.csv tenants 1 0 0 0 1/ }).waitFor()
}

const backup = ({ folder }: Machine) => join(folder, 'backup.tar')

async function backUp(machine: Machine): Promise<void> {
  const { page, electron } = machine
  await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath: backup(machine) })
  await press(page, t('thisMachine:backUpNow'))
  await page.getByText(t('thisMachine:backedUp')).waitFor()
}

const chooseUpdate = (machine: Machine, deb: string) =>
  choose(machine, t('thisMachine:update.choose'), join(machine.folder, deb, deb))

/** What the tasks of this machine show. Each goes on from the one before; the last leaves the server stopped. */
export const machinePlaces: readonly MachinePlace[] = [
  {
    place: 'this machine with its server and its log',
    open: async ({ page }) => {
      await text(page, t('thisMachine:statuses.running'))
      await press(page, t('thisMachine:logShow'))
      await page.getByRole('log').getByText('Creating a demo').waitFor()
    },
  },
  { place: 'the result of an import', open: importTenants },
  { place: 'a backup that was made', open: backUp },
  {
    place: 'a verified audit',
    open: async ({ page }) => {
      await press(page, t('thisMachine:audit.verify'))
      await page.getByText(t('thisMachine:audit.sound')).waitFor()
    },
  },
  {
    place: 'a backup that was chosen',
    open: async (machine) => {
      await choose(machine, t('thisMachine:restore.choose'), backup(machine))
      await text(machine.page, t('thisMachine:restore.version'))
    },
  },
  {
    place: 'the question before a restore',
    open: async ({ page }) => {
      await press(page, t('thisMachine:restore.restore'))
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    place: 'a restored backup',
    open: async ({ page }) => {
      await answer(page, t('thisMachine:restore.confirm'))
      await text(page, t('thisMachine:restore.restored'))
      await text(page, t('thisMachine:statuses.running'))
    },
  },
  { place: 'a server that was started again', open: ({ page, userData }) => killServer(page, userData) },
  {
    place: 'an update that is older',
    open: async (machine) => {
      await chooseUpdate(machine, older)
      await text(machine.page, t('thisMachine:update.fits.older'))
    },
  },
  {
    place: 'an update that was refused',
    open: async (machine) => {
      const unsigned = join(machine.folder, newer.replace('strongroom', 'unsigned'))
      await writeFile(unsigned, 'the package')
      await choose(machine, t('thisMachine:update.choose'), unsigned)
      await machine.page.getByRole('alert').getByText(t('failures:UpdateRefused')).waitFor()
    },
  },
  {
    place: 'an update that was verified',
    open: async (machine) => {
      await chooseUpdate(machine, newer)
      await text(machine.page, t('thisMachine:update.verified'))
    },
  },
  {
    place: 'the question before an update',
    open: async ({ page }) => {
      await press(page, t('thisMachine:update.prepare'))
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    place: 'an update that is ready',
    open: async ({ page, electron, folder }) => {
      const filePath = join(folder, 'before-update.tar')
      await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath })
      await answer(page, t('thisMachine:update.confirm'))
      await page.getByText(like('thisMachine:update.ready')).waitFor()
      await text(page, t('thisMachine:statuses.stopped'))
    },
  },
]
