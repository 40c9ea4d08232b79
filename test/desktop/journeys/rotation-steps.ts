import { expect } from 'vitest'
import type { Id } from '../../../shared/primitives.ts'
import { type ProviderId, providers } from '../../../shared/providers.ts'
import type { TestServer } from '../../harness/server.ts'
import { like, t } from '../harness/words.ts'
import type { Hand } from './hands.ts'
import type { JourneyHost } from './journey-host.ts'

type Pair = { readonly apiKey: string; readonly secretApiKey: string }

/** One custodian that is to be rotated, and who does it how. */
export type Case = {
  readonly stage: JourneyHost
  readonly hand: Hand
  readonly server: TestServer
  readonly custodianId: Id
  readonly provider: ProviderId
  readonly account: string
}

type Form = Pick<Case, 'hand' | 'provider'> & {
  readonly stage: Pick<JourneyHost, 'page'>
  readonly custodianName: string
}

/** From the form to the question whether to rotate, in production with the name typed. */
export async function rotateTo({ apiKey, secretApiKey }: Pair, form: Form): Promise<void> {
  const {
    stage: { page },
    hand,
    custodianName,
  } = form
  const labels = providers[form.provider]
  await hand.enter(page.getByRole('textbox', { name: labels.apiKey.label }), apiKey)
  await hand.enter(page.getByLabel(labels.secretApiKey.label), secretApiKey)
  await hand.press(page.getByRole('button', { name: t('rotate:form.rotate') }))
  await hand.enter(page.getByLabel(t('rotate:confirm.type')), custodianName)
  await hand.press(page.getByRole('button', { name: t('rotate:confirm.go') }))
}

const stagesOf = async ({ stage }: Case) => {
  const stages = await stage.page.locator('li[data-stage]').all()
  return Promise.all(stages.map((each) => each.getAttribute('data-status')))
}

/** A pair that works, one that the provider does not know, and one at a provider that is down. */
export async function rotateThrice(journey: Case): Promise<readonly string[]> {
  const { stage, server, hand, provider, account } = journey
  const { page } = stage
  const form = { ...journey, custodianName: `Custodian ${journey.custodianId}` }
  const good = await server.credentials(provider, { account })
  await rotateTo(good, form)
  await page.getByText(t('rotate:stored.title')).waitFor()
  expect(await stagesOf(journey)).toEqual(['reached', 'reached', 'reached', 'reached'])
  await hand.press(page.getByRole('button', { name: t('rotate:after.again') }))

  const wrong = await server.credentials(provider, { account, mode: 'unknown-key' })
  await rotateTo(wrong, form)
  await refused(journey, t('rotate:cause.wrongCredentials'))
  expect(await stagesOf(journey)).toEqual(['reached', 'reached', 'failed', 'not-reached'])

  const unlucky = await server.credentials(provider, { account, mode: '500' })
  await rotateTo(unlucky, form)
  await refused(journey, like('rotate:cause.providerUnreachable'))
  expect(await stagesOf(journey)).toEqual(['reached', 'reached', 'failed', 'not-reached'])
  return [good, wrong, unlucky].map(({ secretApiKey }) => secretApiKey)
}

async function refused({ stage }: Case, why: string | RegExp): Promise<void> {
  const outcome = stage.page.getByRole('alert').filter({ hasText: why })
  await outcome.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()
  await outcome.getByText(t('common:requestId'), { exact: true }).waitFor()
}
