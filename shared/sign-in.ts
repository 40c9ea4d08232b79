import { z } from 'zod'
import { Timestamp } from './primitives.ts'

/** Where people sign in with the identity provider of the institution: REST without a token and without a tRPC mirror. */
export const signInPaths = {
  identityProvider: '/auth/identity_provider',
  begin: '/auth/sign_in',
  callback: '/auth/callback',
  confirm: '/auth/confirm',
  session: '/auth/session',
  signOut: '/auth/sign_out',
  providerLogout: '/auth/backchannel_logout',
} as const

export const IdentityProvider = z
  .strictObject({ name: z.string().describe('what to call it: "Sign in with NAME"') })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.infer<typeof IdentityProvider>

const digest = /^[A-Za-z0-9_-]{43}$/

export const BeginSignIn = z
  .strictObject({
    challenge: z
      .string()
      .regex(digest, 'must be a SHA-256 in base64url, 43 characters')
      .describe('SHA-256, in base64url, of a random text that the client keeps: only who has that text gets the token'),
    method: z
      .enum(['browser', 'device'])
      .default('browser')
      .describe('browser: one on this machine; device: any browser, where the code has to be entered'),
  })
  .meta({ id: 'BeginSignIn' })

export const BegunSignIn = z
  .strictObject({
    attempt: z.string().describe('what asks for the session, with the text behind the challenge'),
    url: z.string().describe('page to open in a browser'),
    code: z.string().describe('code to show: the page shows the same one, or asks for it'),
    expiresAt: Timestamp.describe('when this sign-in ends'),
    pollSeconds: z.int().describe('how long to wait before asking for the session'),
  })
  .meta({ id: 'BegunSignIn' })
export type BegunSignIn = z.infer<typeof BegunSignIn>

export const TakeSession = z
  .strictObject({
    attempt: z.string().min(1).max(8_000),
    verifier: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43,128}$/, 'must be 43 to 128 characters of base64url')
      .describe('the text whose SHA-256 is the challenge'),
  })
  .meta({ id: 'TakeSession' })

const Pending = z.strictObject({
  state: z.literal('pending'),
  pollSeconds: z.int().describe('how long to wait before asking again'),
})

const SignedIn = z.strictObject({
  state: z.literal('signed-in'),
  token: z.string().describe('operator token of the session: only in this answer, and only once'),
  tokenName: z.string().describe('its name, as the audit log has it'),
  owner: z.string().describe('subject at the identity provider'),
  expiresAt: Timestamp.describe('when the session ends'),
})

export const SignInState = z.discriminatedUnion('state', [Pending, SignedIn]).meta({ id: 'SignInState' })
export type SignInState = z.infer<typeof SignInState>

export const ProviderLogoutForm = z
  .strictObject({ logout_token: z.string().describe('a JWT that the identity provider signed') })
  .meta({ id: 'ProviderLogoutForm' })

export const SignedOut = z
  .strictObject({
    endSessionUrl: z
      .string()
      .nullable()
      .describe('page that ends the session at the identity provider too; null if it has none'),
  })
  .meta({ id: 'SignedOut' })
export type SignedOut = z.infer<typeof SignedOut>
