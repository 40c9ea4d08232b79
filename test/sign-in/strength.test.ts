import type { JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import type { SignInSettings } from '../../server/sign-in/settings.ts'
import { openBrowser } from './browser.ts'
import { openScene, type Scene, signInAs } from './scene.ts'

const seconds = (ago: number) => Math.floor(Date.now() / 1_000) - ago

async function pageOf({ provider, begin }: Scene, claims: JWTPayload) {
  provider.change = (own) => ({ ...own, ...claims })
  try {
    return await signInAs('erin', await begin())
  } finally {
    provider.change = null
  }
}

const openStrict = (settings: Partial<SignInSettings>) => openScene({ settings })

const reasonOfLast = async ({ server }: Scene) =>
  (await server.app.store.listAudit({ limit: 1, kind: 'sign-in.refused' }, null)).records[0]?.details

test('a server that requires one refuses any other, and the audit says so', async () => {
  await using scene = await openStrict({ acrValues: ['urn:example:mfa', 'urn:example:key'] })
  const { url } = await scene.begin()
  expect(new URL(url).searchParams.get('acr_values')).toBe('urn:example:mfa urn:example:key')
  for (const claims of [{}, { acr: '0' }, { acr: 'urn:example:mfa2' }, { acr: ['urn:example:mfa'] }]) {
    const page = await pageOf(scene, claims as JWTPayload)
    expect(page, JSON.stringify(claims)).toMatchObject({
      status: 403,
      text: expect.stringContaining('this server requires a stronger sign-in'),
    })
    expect(await reasonOfLast(scene)).toMatchObject({ owner: 'erin', reason: 'weak-authentication' })
  }
  expect((await pageOf(scene, { acr: 'urn:example:key' })).status, 'control').toBe(200)
})

test('a server that bounds it refuses an older one, and one of unknown age', async () => {
  await using scene = await openStrict({ maxAge: 3_600_000 })
  for (const auth_time of [seconds(3_600 + 90), undefined]) {
    const page = await pageOf(scene, { auth_time })
    expect(page, `${auth_time}`).toMatchObject({ status: 403, text: expect.stringContaining('too long ago') })
    expect(await reasonOfLast(scene)).toMatchObject({ owner: 'erin', reason: 'old-authentication' })
  }
  const passing = await pageOf(scene, { auth_time: seconds(3_600 + 30) })
  expect(passing.status, 'control: clocks may differ by a minute').toBe(200)
})

test('a provider that is asked for a recent sign-in has people sign in again, and says when they did', async () => {
  await using scene = await openStrict({ maxAge: 1_000 })
  const browser = openBrowser()
  const first = await signInAs('erin', await scene.begin(), browser)
  expect(first.status).toBe(200)
  let again = first
  // Seldom enough for the limit of sign-ins that an address may begin.
  const asks = expect.poll(
    async () => {
      again = await browser.open((await scene.begin()).url)
      return again.text
    },
    { interval: 1_500 },
  )
  await asks.toContain('name="login"')
  expect((await browser.send(again, { login: 'erin', password: 'any' })).status).toBe(200)
})

test('a sign-in on another device is held to the same', async () => {
  await using scene = await openStrict({ acrValues: ['urn:example:mfa'] })
  const begun = await scene.begin('device')
  const browser = openBrowser()
  const entered = await browser.send(await browser.open(begun.url), { confirm: 'yes' })
  await browser.send(entered, { login: 'frank', password: 'x' })
  expect(await scene.redeem(begun)).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringContaining('requires a stronger sign-in') } },
  })
})
