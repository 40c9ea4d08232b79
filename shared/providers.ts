import { z } from 'zod'

/** What a console needs to draw a provider's form; signing and cryptographic checks stay in the server. */
export const providers = {
  fireblocks: {
    title: 'Fireblocks',
    apiKey: { label: 'API user id', rule: z.uuid('must be a UUID, as the Fireblocks console shows it') },
    secretApiKey: { label: 'RSA private key (PEM)', multiline: true, rule: z.string().includes('-----BEGIN', 'must be a PEM private key') },
  },
  copper: {
    title: 'Copper',
    apiKey: { label: 'API key', rule: z.string().min(1) },
    secretApiKey: { label: 'API secret', multiline: false, rule: z.string().min(1) },
  },
} as const

export const ProviderId = z.enum(['fireblocks', 'copper']).describe('external provider that holds the wallets')
export type ProviderId = z.infer<typeof ProviderId>

/** What is known of a pair after it was checked; only `valid` lets it be stored. */
export const Verdict = z
  .enum(['valid', 'wrong-credentials', 'not-permitted', 'different-account', 'clock-skew', 'throttled', 'unreachable'])
  .describe('what the check of the pair found')
export type Verdict = z.infer<typeof Verdict>
