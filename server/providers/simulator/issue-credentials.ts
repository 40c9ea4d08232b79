import { generateKeyPair, randomBytes, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { ProviderId } from '../../../shared/providers.ts'
import type { PlainCredentials } from '../provider.ts'
import type { Mode } from './modes.ts'
import type { SimulatorKey } from './state.ts'

export type IssuedCredentials = {
  readonly credentials: PlainCredentials
  /** The entry of `simulator.json` that makes the simulator accept them. */
  readonly key: SimulatorKey
}

export type IssueOptions = {
  /** Account of the key; a new one by default. */
  readonly account?: string
  readonly mode?: Mode
  readonly rsaBits?: 2048 | 3072 | 4096
}

const generate = promisify(generateKeyPair)

const issueFireblocks = async ({
  account = randomUUID(),
  mode = 'ok',
  rsaBits = 2048,
}: IssueOptions): Promise<IssuedCredentials> => {
  const apiKey = randomUUID()
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: rsaBits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    credentials: { apiKey, secretApiKey: privateKey },
    key: { provider: 'fireblocks', apiKey, publicKey, account, mode },
  }
}

const issueCopper = async ({ account = randomUUID(), mode = 'ok' }: IssueOptions): Promise<IssuedCredentials> => {
  const apiKey = randomBytes(32).toString('hex')
  const secret = randomBytes(48).toString('base64url')
  return { credentials: { apiKey, secretApiKey: secret }, key: { provider: 'copper', apiKey, secret, account, mode } }
}

/** Creates credentials for drills, as the provider would issue them. */
export const issueCredentials = (provider: ProviderId, options: IssueOptions = {}): Promise<IssuedCredentials> =>
  provider === 'fireblocks' ? issueFireblocks(options) : issueCopper(options)
