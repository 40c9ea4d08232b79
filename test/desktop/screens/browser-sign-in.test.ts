import { expect, test as runner } from 'vitest'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { openScene } from '../../sign-in/scene.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { openSignIn, press, signInInBrowser, signInWith, startSignIn } from '../harness/browser-sign-in.ts'
import { openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'

/** A console that knows a server with an identity provider, and is not signed in. */
const test = runner
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('scene', { scope: 'file' }, async ({}, { onCleanup }) => {
    const scene = await openScene()
    onCleanup(() => scene[Symbol.asyncDispose]())
    return scene
  })
  .extend('proxy', { scope: 'file' }, async ({ scene }, { onCleanup }) => {
    const proxy = await startFaultProxy(scene.server.url)
    onCleanup(() => proxy[Symbol.asyncDispose]())
    return proxy
  })
  .extend('desk', { scope: 'file' }, async ({ proxy }, { onCleanup }) => {
    const desk = await openConsole({ url: proxy.url })
    onCleanup(desk.close)
    return desk
  })

test('the dialog offers the identity provider first, and a cancelled sign-in leads back to it', async ({ desk }) => {
  const { page } = desk
  await openSignIn(desk)
  const dialog = page.getByRole('dialog')
  await dialog.locator(':focus').getByText(signInWith()).waitFor()
  await dialog.getByRole('button', { name: t('connect:fromClipboard') }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await startSignIn(desk)
  await dialog.getByText(/^[B-Z]{4}-[B-Z]{4}$/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await press(desk, t('connect:cancel'))
  await dialog.locator(':focus').getByText(signInWith()).waitFor()
})

test('someone without a role is refused with the reason', async ({ desk }) => {
  expect(await signInInBrowser(desk, await startSignIn(desk), 'gina')).toContain('none of the groups of gina')
  const alert = desk.page.getByRole('alert')
  await alert.getByText(t('consoleFailures:SignInRefused.meaning')).waitFor()
  await alert.getByText('none of the groups of gina').waitFor()
  expect(await violationsOf(desk.page)).toEqual([])
})

test('the browser shows the code of the console, and after it the console works as that person', async ({ desk }) => {
  const { page, mainErrors } = desk
  const url = await startSignIn(desk)
  const code = await page
    .getByRole('dialog')
    .getByText(/^[B-Z]{4}-[B-Z]{4}$/)
    .textContent()
  expect(await signInInBrowser(desk, url, 'erin')).toContain(code)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('connect:owner'), { exact: true }).waitFor()
  await dialog.getByText('erin', { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await press(desk, t('connect:toHome'))
  await page.getByRole('heading', { name: t('home:title'), exact: true }).waitFor()
  await page.getByRole('banner').getByText('erin@example.com').waitFor()
  await page.getByRole('region', { name: t('home:attention') }).waitFor()
  expect(await page.locator('[data-kind=tokenExpiring]').count(), 'of a session of eight hours').toBe(0)
  expect(mainErrors).toEqual([])
})

test('signing out while the server is away says until when the session goes on there', async ({ desk, proxy }) => {
  const { page } = desk
  proxy.swallow('/auth/sign_out')
  await page.evaluate(`location.hash = '#/connect'`)
  await page.getByRole('button', { name: like('connect:signOutNamed') }).click()
  const notice = page.getByRole('alert').filter({ hasText: t('connect:sessionOpenTitle') })
  await notice.getByText(like('connect:sessionOpen')).waitFor()
  await page.getByText(t('connect:notSignedIn')).waitFor()
  expect(await violationsOf(page)).toEqual([])
})
