import { z } from 'zod'
import { Permission } from '../../shared/permissions.ts'
import { Id } from '../../shared/primitives.ts'
import type { Parts } from '../context/parts.ts'
import { grantedToGroups, RolesFileError, readRoles } from './granted-roles.ts'
import { type Person, ProviderError, toleratedSkew } from './identity-provider.ts'
import type { SignInSettings } from './settings.ts'

const Accepted = z.strictObject({
  kind: z.literal('accepted'),
  subject: z.string(),
  providerSession: z.string().nullable(),
  vouchedAt: z.number().describe('epoch milliseconds'),
  name: z.string(),
  permissions: z.array(Permission),
  tenantId: Id.nullable(),
})
export type Accepted = z.infer<typeof Accepted>

const Refused = z.strictObject({ kind: z.literal('refused'), message: z.string() })
export type Refused = z.infer<typeof Refused>

/** What the answer of the identity provider came to. */
export const SignInOutcome = z.discriminatedUnion('kind', [Accepted, Refused])
export type SignInOutcome = z.infer<typeof SignInOutcome>

export type Judge = {
  /** What the groups of someone give them, as the file says now. */
  judge(person: Person, requestId: string): Promise<SignInOutcome>
  /** What it comes to where the provider vouches for no one, or no one can be judged. */
  refusedBy(error: unknown, requestId: string): Promise<Refused>
}

/** Decides who is signed in; the refusal of someone whom the provider named is audited. */
export function createJudge(
  { rolesFile, ...required }: Pick<SignInSettings, 'rolesFile'> & Strength,
  { store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>,
): Judge {
  const record = (requestId: string, details: Readonly<Record<string, string>>) =>
    store.recordAudit({ kind: 'sign-in.refused', actor: 'strongroom serve', requestId, details, at: clock.now() })

  return {
    judge: async (person, requestId) => {
      const { subject, name, groups, providerSession } = person
      const weakness = weaknessOf(person, required, clock.now())
      if (weakness) {
        await record(requestId, { owner: subject, name, reason: weakness.reason })
        return { kind: 'refused', message: `Sign-in refused: ${weakness.message}` }
      }
      const granted = grantedToGroups(readRoles(rolesFile), groups)
      if (granted) return { kind: 'accepted', subject, name, providerSession, vouchedAt: clock.now(), ...granted }
      await record(requestId, { owner: subject, name, reason: 'no-group' })
      return { kind: 'refused', message: `Sign-in refused: none of the groups of ${name} has a role here. ${ask}` }
    },
    refusedBy: async (error, requestId) => {
      if (error instanceof RolesFileError) {
        log.error({ reason: error.message, requestId }, 'no one can sign in: the roles of groups cannot be read')
        return {
          kind: 'refused',
          message: 'Sign-in failed: this server is not set up correctly. Ask its administrator.',
        }
      }
      if (!(error instanceof ProviderError)) throw error
      log.warn({ reason: error.message, requestId }, 'a sign-in failed at the identity provider')
      // Anyone can bring about the others, by a made-up answer: they must not fill the audit.
      if (error.kind === 'untrusted') await record(requestId, { reason: error.message })
      return { kind: 'refused', message: `Sign-in with the identity provider failed: ${error.message}. Sign in again.` }
    },
  }
}

type Strength = Pick<SignInSettings, 'acrValues' | 'maxAge'>

/** In which way someone signed in at the provider less strongly than this server requires; null where they did not. */
function weaknessOf({ acr, authenticatedAt }: Person, { acrValues, maxAge }: Strength, now: number) {
  if (acrValues.length > 0 && (acr === null || !acrValues.includes(acr)))
    return { reason: 'weak-authentication', message: `this server requires a stronger sign-in. ${askForStrength}` }
  if (maxAge !== null && (authenticatedAt === null || now - authenticatedAt > maxAge + toleratedSkew * 1_000))
    return { reason: 'old-authentication', message: `you signed in at the identity provider too long ago. ${askAgain}` }
  return null
}

const askForStrength =
  'Sign in at the identity provider with the factors that your institution requires, or ask the administrator of this server.'
const askAgain = 'Sign out there, then sign in again.'

const ask = 'Ask the administrator of this server for a group that has one.'
