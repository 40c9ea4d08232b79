import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { configOf } from '../../server/config.ts'
import { defaultLimits } from '../../server/http/request/limits.ts'
import type { CredentialValidator } from '../../server/providers/credential-validator.ts'
import { serveFolder } from '../../server/serving.ts'

/** A server whose providers accept all credentials after so many milliseconds: `rotation-server-child.ts FOLDER DELAY`. */
const [dataDir = '', delay] = process.argv.slice(2)

const validator: CredentialValidator = {
  checkLocally: () => null,
  probe: async () => {
    if (Number(delay) > 0) await wait(Number(delay))
    return { verdict: 'valid', reason: 'reason=valid', source: 'provider', message: 'Accepted.', account: 'account' }
  },
}

const limits = { ...defaultLimits, tokenRate: 0, tokenInFlight: 0 }
const config = configOf({ dataDir, port: 0, logLevel: 'silent', accessLog: false, limits })
const app = await serveFolder(config, { validator })
console.log(JSON.stringify({ url: app.url }))
await once(process, 'SIGTERM')
await app[Symbol.asyncDispose]()
