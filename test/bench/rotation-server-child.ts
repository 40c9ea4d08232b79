import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { configOf } from '../../server/config.ts'
import { defaultLimits } from '../../server/http/request/limits.ts'
import type { CredentialValidator } from '../../server/providers/credential-validator.ts'
import { serveFolder } from '../../server/serving.ts'
import { noStreams } from '../../server/streaming/destination.ts'
import { usualWebhookSettings } from '../../server/webhooks/settings.ts'

/**
 * A server whose providers accept all credentials after so many milliseconds, and that streams its audit to these URLs:
 * `rotation-server-child.ts FOLDER DELAY [URL...]`. Webhooks may be on this machine.
 */
const [dataDir = '', delay, ...destinations] = process.argv.slice(2)

const validator: CredentialValidator = {
  checkLocally: () => null,
  probe: async () => {
    if (Number(delay) > 0) await wait(Number(delay))
    return { verdict: 'valid', reason: 'reason=valid', source: 'provider', message: 'Accepted.', account: 'account' }
  },
}

const limits = { ...defaultLimits, tokenRate: 0, tokenInFlight: 0 }
const webhooks = { ...usualWebhookSettings, allowedRanges: ['127.0.0.0/8' as const] }
const auditStreams = {
  ...noStreams,
  destinations: destinations.map((url) => ({ url: new URL(url), isRequired: false })),
}
const config = configOf({ dataDir, port: 0, logLevel: 'silent', accessLog: false, limits, webhooks, auditStreams })
const app = await serveFolder(config, { validator })
console.log(JSON.stringify({ url: app.url }))
await once(process, 'SIGTERM')
await app[Symbol.asyncDispose]()
