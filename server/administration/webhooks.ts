import { randomBytes } from 'node:crypto'
import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { Secret } from '../../shared/secret.ts'
import type { CreatedWebhook, Webhook } from '../../shared/webhooks.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import { administerItems, itemLists } from './administer.ts'

/** As the Standard Webhooks specification writes them. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The secret goes with what was stored. A failure has no value: the current webhook is one without a secret. */
function answerOnce(result: Result<Webhook>, secret: string): Result<CreatedWebhook> {
  if (result.ok) return ok({ ...result.value, secret })
  const { value: _, ...failure } = result.error
  return err(failure)
}

type Sealed = { readonly sealed: string }

const itemsOf = (parts: Parts) =>
  administerItems(
    {
      kind: 'webhook',
      idOf: ({ webhookId }: Parsed<'webhooks.get'>) => webhookId,
      created: ({ name, url, eventTypes, tenantIds, sealed }: Parsed<'webhooks.create'> & Sealed) =>
        ok({ name, url, eventTypes, tenantIds, secret: sealed }),
      updated: ({ name, url, eventTypes, tenantIds }: Parsed<'webhooks.update'>) =>
        ok({
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(eventTypes !== undefined && { eventTypes }),
          ...(tenantIds !== undefined && { tenantIds }),
        }),
    },
    parts,
  )

export function administerWebhooks(parts: Parts) {
  const { store, vault, clock } = parts
  const items = itemsOf(parts)
  return {
    ...itemLists('webhook', 'webhooks.listPage', parts),
    ...items,
    async create(input: Parsed<'webhooks.create'>, call: Call): Promise<Result<CreatedWebhook>> {
      const secret = newSecret()
      const sealed = await vault.sealSecret(new Secret(secret))
      return answerOnce(await items.create({ ...input, sealed }, call), secret)
    },
    async rotateSecret(input: Parsed<'webhooks.rotateSecret'>, call: Call): Promise<Result<CreatedWebhook>> {
      const before = (await store.listWebhookSecrets()).find(({ webhookId }) => webhookId === input.webhookId)
      if (!before) return fail('NotFound')
      const secret = newSecret()
      const values = {
        secret: await vault.sealSecret(new Secret(secret)),
        previousSecret: before.secret,
        previousSecretUntil: clock.now() + input.overlapSeconds * 1_000,
      }
      return answerOnce(await store.updateItem<'webhook'>({ ...items.versioned(input, call), values }), secret)
    },
  }
}
