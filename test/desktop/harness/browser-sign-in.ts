import { expect } from 'vitest'
import type { OpenConsole } from './console.ts'
import { like, t } from './words.ts'

/** What the console offers where a server has the identity provider of `test/sign-in/scene.ts`. */
export const signInWith = (): string => t('connect:signInWith', { name: 'Example Corp' })

export const press = ({ page }: OpenConsole, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** Opens the dialog that signs in, from anywhere. */
export async function openSignIn({ page }: OpenConsole): Promise<void> {
  await page.evaluate(`location.hash = '#/connect'`)
  await page.getByRole('button', { name: like('connect:signInNamed') }).click()
  await page.getByRole('dialog').getByRole('button', { name: signInWith() }).waitFor()
}

/** Starts a sign-in, and answers which page the console opened in the browser of the system. */
export async function startSignIn(desk: OpenConsole): Promise<string> {
  const opened = async () => (await desk.electron.shell.records()).filter(({ call }) => call === 'openExternal')
  const before = (await opened()).length
  await press(desk, signInWith())
  await expect.poll(async () => (await opened()).length).toBe(before + 1)
  return (await opened()).at(-1)?.target ?? ''
}

/** A person in that browser, up to the page of Strongroom, whose text it answers. */
export async function signInInBrowser(desk: OpenConsole, url: string, login: string): Promise<string> {
  const context = await desk.page.context().browser()?.newContext()
  if (!context) throw new Error('there is no browser')
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('heading', { name: /Confirm the sign-in|Not signed in/ }).waitFor()
  const text = (await page.locator('body').textContent()) ?? ''
  const confirm = page.getByRole('button', { name: 'Continue' })
  if (await confirm.isVisible()) {
    await confirm.click()
    await page.getByRole('heading', { name: /^Signed in$/ }).waitFor()
  }
  await context.close()
  return text
}
