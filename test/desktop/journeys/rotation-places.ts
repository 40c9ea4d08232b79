import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { t } from '../harness/words.ts'
import { at, heading, ofCustodian, type Place, press, type Stage } from './place.ts'

type Pair = { readonly apiKey: string; readonly secretApiKey: string }

/** A pair that no provider knows. */
const unknownKeys: Pair = { apiKey: 'a'.repeat(64), secretApiKey: 'b'.repeat(64) }

const newKeys = ({ server, account }: Stage) => server.credentials('copper', { account })

const form = at(ofCustodian('/rotate'), (page) => heading(page, t('rotate:form.title', { provider: 'Copper' })))

/** From anywhere up to the question whether to rotate. */
async function offer(page: Page, { apiKey, secretApiKey }: Pair): Promise<void> {
  await form(page)
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
  await page.getByLabel('API secret').fill(secretApiKey)
  await press(page, t('rotate:form.rotate'))
  await page.getByRole('dialog').waitFor()
}

async function rotate(page: Page, keys: Pair): Promise<void> {
  await offer(page, keys)
  await press(page, t('rotate:confirm.go'))
}

const oldKeysActive = (page: Page) => page.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()

/** Up to the moment in which the provider has the keys, and has not answered. */
async function rotateSlowly(page: Page, stage: Stage): Promise<void> {
  const keys = await newKeys(stage)
  const held = Promise.withResolvers<void>()
  const forget = stage.server.simulator.onRequest(({ apiKey }) => (apiKey === keys.apiKey ? held.promise : undefined))
  onTestFinished(() => {
    held.resolve()
    forget()
    stage.proxy.restore()
  })
  await rotate(page, keys)
  await page.locator('[data-stage=sent][data-status=running]').waitFor()
  // The server waits for its provider for ten seconds only.
  stage.proxy.holdAnswers()
}

/** The form of a rotation, and every way in which one ends. */
export const rotationPlaces: readonly Place[] = [
  { place: 'the form of a rotation', open: form },
  {
    place: 'the form of a rotation with errors',
    open: async (page) => {
      await form(page)
      await press(page, t('rotate:form.rotate'))
      await page.getByText(t('rotate:problem.empty')).first().waitFor()
    },
  },
  { place: 'the question before a rotation', open: (page) => offer(page, unknownKeys) },
  { place: 'a rotation in progress', open: rotateSlowly },
  {
    place: 'a rotation that was refused',
    open: async (page) => {
      await rotate(page, unknownKeys)
      await oldKeysActive(page)
      await page.getByText(t('common:details'), { exact: true }).click()
    },
  },
  {
    place: 'a rotation that was stored',
    open: async (page, stage) => {
      await rotate(page, await newKeys(stage))
      await page.getByText(t('rotate:stored.title')).waitFor()
    },
  },
  {
    place: 'a rotation of unknown outcome',
    open: async (page, stage) => {
      onTestFinished(stage.proxy.restore)
      const keys = await newKeys(stage)
      stage.proxy.breakAt('updateApiKeys')
      await rotate(page, keys)
      await page.getByText(t('rotate:unknown.title')).waitFor()
    },
  },
  {
    place: 'a rotation that did not reach its server',
    open: async (page, stage) => {
      onTestFinished(stage.proxy.restore)
      const keys = await newKeys(stage)
      stage.proxy.swallow('updateApiKeys')
      await rotate(page, keys)
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    place: 'keys that were validated',
    open: async (page, stage) => {
      const { apiKey, secretApiKey } = await newKeys(stage)
      await form(page)
      await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
      await page.getByLabel('API secret').fill(secretApiKey)
      await press(page, t('rotate:form.validate'))
      await page.getByText(t('rotate:valid.stored')).first().waitFor()
    },
  },
]
