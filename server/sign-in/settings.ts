const day = 86_400_000

/** Milliseconds that ended sessions are kept: at least, and unless configured. */
export const shortestSessionAge = day
export const usualSessionAge = 90 * day

/** The identity provider of an institution, and what its groups may do here. */
export type SignInSettings = {
  readonly issuer: URL
  /** What people call it. */
  readonly name: string
  readonly clientId: string
  /** null for a public client. */
  readonly clientSecretFile: string | null
  readonly scopes: string
  /** The claim that lists the groups of someone. */
  readonly groupsClaim: string
  readonly rolesFile: string
  /** Where browsers reach this server: an origin. */
  readonly publicUrl: URL
  /** How people must sign in at the provider: the `acr` of the ID token is one of these. Empty where it does not matter. */
  readonly acrValues: readonly string[]
  /** Milliseconds that it may be ago at most (`auth_time`); null where it does not matter. */
  readonly maxAge: number | null
  /** Whom the JWTs of service accounts are for; null where none are taken. */
  readonly audience: string | null
}
