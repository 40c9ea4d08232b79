import type { Parts } from '../context/parts.ts'
import type { IdentityProviderClient } from './identity-provider.ts'
import type { Judge } from './outcome.ts'
import type { SignInSecrets } from './sign-in-secrets.ts'

/** What every way to sign in is made of. */
export type SignInParts = Pick<Parts, 'store' | 'clock'> & {
  readonly provider: IdentityProviderClient
  readonly secrets: SignInSecrets
  readonly judge: Judge
}
