import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Webhook } from '../../../shared/webhooks.ts'
import { addDelivered } from '../../harness/webhooks.ts'
import { like, t } from '../harness/words.ts'
import { answer, at, atAgain, button, dialogAt, firstRow, type Place, press, type Stage } from './place.ts'

const list = '/administration/webhooks'

/** Webhooks until the test is over: one that works, whose secret is being rotated, and one that is disabled. */
async function addWebhooks({ admin, server }: Stage): Promise<Webhook> {
  const values = {
    url: 'https://hooks.example.com/strongroom',
    eventTypes: ['rotation.ended', 'data.damaged'],
  } as const
  const desk = await admin.webhooks.create.mutate({
    ...values,
    eventTypes: [...values.eventTypes],
    name: 'Treasury desk',
  })
  const old = await admin.webhooks.create.mutate({ ...values, eventTypes: ['token.expiring'], name: 'Ticket system' })
  const rotated = await admin.webhooks.rotateSecret.mutate({ webhookId: desk.id, version: desk.version })
  await addDelivered(server.app.store, desk.id)
  await admin.webhooks.ping.mutate({ webhookId: desk.id })
  await admin.webhooks.disable.mutate({ webhookId: old.id, version: old.version })
  onTestFinished(() => removeWebhooks(admin))
  return rotated
}

async function removeWebhooks(admin: Stage['admin']): Promise<void> {
  for (const { id: webhookId, version } of await admin.webhooks.list.query({}))
    await admin.webhooks.delete.mutate({ webhookId, version })
}

/** One webhook with its deliveries. */
async function openWebhook(page: Page, stage: Stage): Promise<void> {
  const { id } = await addWebhooks(stage)
  await at(`${list}/${id}`, firstRow)(page)
}

const dialogOfWebhook = (name: () => string) => async (page: Page, stage: Stage) => {
  await openWebhook(page, stage)
  await press(page, name())
  await page.getByRole('dialog').waitFor()
}

/** The screens on which webhooks are administered, with their dialogs. */
export const webhookPlaces: readonly Place[] = [
  {
    place: 'no webhooks',
    open: atAgain(list, (page) => page.getByText(t('webhooks:none'), { exact: true }).waitFor()),
  },
  {
    place: 'the webhooks',
    open: async (page, stage) => {
      await addWebhooks(stage)
      await atAgain(list, firstRow)(page)
    },
  },
  {
    place: 'the form of a new webhook with errors',
    open: async (page) => {
      await dialogAt(
        list,
        () => t('webhooks:add'),
        (each) => button(each, t('webhooks:add')).waitFor(),
      )(page)
      await answer(page, t('webhooks:add'))
      await page.getByText(t('webhooks:eventsMissing')).waitFor()
    },
  },
  {
    place: 'one webhook with the attempts of a delivery',
    open: async (page, stage) => {
      await openWebhook(page, stage)
      await button(page, like('webhooks:deliveries.details')).last().click()
      await page.getByText(t('webhooks:deliveries.eventId')).waitFor()
    },
  },
  { place: 'the form of a webhook', open: dialogOfWebhook(() => t('webhooks:edit')) },
  { place: 'the question before a secret is rotated', open: dialogOfWebhook(() => t('webhooks:rotate')) },
  {
    place: 'a rotated secret that is offered once',
    open: async (page, stage) => {
      await dialogOfWebhook(() => t('webhooks:rotate'))(page, stage)
      await answer(page, t('webhooks:rotate'))
      await page.getByText(t('webhooks:once.warning')).waitFor()
    },
  },
  {
    place: 'the question before a webhook is deleted',
    open: dialogOfWebhook(() => t('administration:objects.delete')),
  },
]
