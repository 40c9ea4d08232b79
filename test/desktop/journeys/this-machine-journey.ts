import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { processesNaming } from '../harness/processes.ts'
import { t } from '../harness/words.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const goTo = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

/** A first start on this machine with the demo: its server runs, and its data are read without signing in. */
export async function startDemo(page: Page): Promise<void> {
  await page.getByRole('radio', { name: t('thisMachine:demoData') }).check()
  await button(page, t('connect:start')).click()
  await page.getByRole('heading', { level: 1, name: t('home:title') }).waitFor({ timeout: 60_000 })
  await goTo(page, t('common:custodians'))
  await page.getByRole('link', { name: 'Harbour cold vaults', exact: true }).first().waitFor({ timeout: 60_000 })
  await goTo(page, t('common:reserves'))
  await page.getByText('Ethereum').filter({ visible: true }).first().waitFor()
  await goTo(page, t('common:thisMachine'))
  await running(page).waitFor()
}

const running = (page: Page) => page.getByText(t('thisMachine:statuses.running'), { exact: true })

/** Writes a file that is imported with one good line. */
export async function writeTenants(folder: string): Promise<string> {
  const file = join(folder, 'tenants.csv')
  await writeFile(file, 'tenantId,name\n990001,Night desk\n')
  return file
}

/** To be pressed once the file that `writeTenants` wrote is what the next question is answered with. */
export async function importTenants(page: Page): Promise<void> {
  await button(page, t('thisMachine:pick')).click()
  await page.getByRole('row', { name: /tenants\.csv tenants 1 0 0 0 0/ }).waitFor()
}

export async function backUp(page: Page): Promise<void> {
  await button(page, t('thisMachine:backUpNow')).click()
  await page.getByText(t('thisMachine:backedUp')).waitFor()
}

/** Ends the server of the console as the system does when memory runs out; the console starts it again. */
export async function killServer(page: Page, userData: string): Promise<void> {
  process.kill(serverPid(userData), 'SIGKILL')
  await page.getByText(t('thisMachine:crashedTitle')).waitFor()
  await running(page).waitFor()
}

/** Node in the stand-in, a utility process that runs Node in Electron. */
const isServer = (commandLine: string) =>
  commandLine.includes('serve\0') || commandLine.includes('--utility-sub-type=node.mojom.NodeService')

/** The process that serves the data of a console. */
export function serverPid(userData: string): number {
  const server = processesNaming(userData).find(({ commandLine }) => isServer(commandLine))
  if (!server) throw new Error('no server runs')
  return server.pid
}
