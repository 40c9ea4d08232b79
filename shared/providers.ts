import { z } from 'zod'

export const ProviderId = z.enum(['fireblocks', 'copper']).describe('external provider that holds the wallets')
export type ProviderId = z.infer<typeof ProviderId>

/**
 * One input of a provider's credential form; `rule` is the cheap format rule, its messages are for the person typing.
 */
type CredentialField = { readonly label: string; readonly multiline: boolean; readonly rule: z.ZodType<string> }

export type ProviderForm = {
  readonly title: string
  readonly apiKey: CredentialField
  readonly secretApiKey: CredentialField
}

/**
 * No API key has a PEM header, several lines or more characters than this; a private key, also without its header, has.
 */
const longestApiKey = 1024

/** Whether a text given as the API key is rather a private key, so that the two were swapped. */
export const looksLikePrivateKey = (text: string): boolean =>
  text.includes('-----BEGIN') || text.length > longestApiKey || /\S[\r\n]+\S/.test(text)

/** Both Copper keys are sent in HTTP headers, so white space can only be a paste mistake. */
const oneWord = z
  .string()
  .regex(/^[\x21-\x7e]{8,512}$/, 'must be 8 to 512 visible ASCII characters without white space')

/** What a console needs to draw a provider's form; signing and cryptographic checks stay in the server. */
export const providers: Readonly<Record<ProviderId, ProviderForm>> = {
  fireblocks: {
    title: 'Fireblocks',
    apiKey: {
      label: 'API user ID',
      multiline: false,
      rule: z.guid('must be a UUID, as the Fireblocks console shows it'),
    },
    secretApiKey: {
      label: 'RSA private key (PEM)',
      multiline: true,
      rule: z.string().includes('-----BEGIN', 'must be a PEM private key'),
    },
  },
  copper: {
    title: 'Copper',
    apiKey: { label: 'API key', multiline: false, rule: oneWord },
    secretApiKey: { label: 'API secret', multiline: false, rule: oneWord },
  },
}

/** The result of a check of credentials; only `valid` ones are stored. */
export const Verdict = z
  .enum(['valid', 'wrong-credentials', 'not-permitted', 'different-account', 'clock-skew', 'throttled', 'unreachable'])
  .describe('result of the check of the credentials')
export type Verdict = z.infer<typeof Verdict>
