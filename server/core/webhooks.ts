import { listDeliveries, listDeliveriesPage, pingWebhook, redeliverEvent } from '../administration/deliveries.ts'
import { administerWebhooks } from '../administration/webhooks.ts'
import type { Parts } from '../context/parts.ts'
import type { Operations } from './perform.ts'

type OfWebhooks = Extract<keyof Operations, `webhooks.${string}`>

/** What stands behind the operations on webhooks. */
export function createWebhookOperations(parts: Parts): Pick<Operations, OfWebhooks> {
  const webhooks = administerWebhooks(parts)
  return {
    'webhooks.list': webhooks.list,
    'webhooks.listPage': webhooks.listPage,
    'webhooks.get': webhooks.get,
    'webhooks.create': webhooks.create,
    'webhooks.update': webhooks.update,
    'webhooks.delete': webhooks.delete,
    'webhooks.disable': webhooks.disable,
    'webhooks.enable': webhooks.enable,
    'webhooks.rotateSecret': webhooks.rotateSecret,
    'webhooks.ping': (input, call) => pingWebhook(input, call, parts),
    'webhooks.deliveries': (input, call) => listDeliveries(input, call, parts),
    'webhooks.deliveriesPage': (input, call) => listDeliveriesPage(input, call, parts),
    'webhooks.redeliver': (input, call) => redeliverEvent(input, call, parts),
  }
}
