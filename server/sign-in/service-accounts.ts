import { createHash, randomBytes } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { type Failure, failureOfCode } from '../../shared/failure.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { AcceptedJwt, ServiceAccounts } from '../access/authenticate.ts'
import { isReservedName } from '../access/token-names.ts'
import type { Parts } from '../context/parts.ts'
import { BoundedMap } from '../platform/bounded-map.ts'
import { type Granted, grantedToAccount, RolesFileError, readRoles } from './granted-roles.ts'
import { isSubject, ProviderError } from './identity-provider.ts'
import { algorithms, clockTolerance, createPublisher } from './published-keys.ts'
import type { SignInSettings } from './settings.ts'

const mostKnown = 1_000

/** Milliseconds until a JWT that was refused is looked at again; until then it adds nothing to the audit. */
const refusedFor = 60_000

type Uses = Pick<Parts, 'store' | 'clock' | 'log'>

type Claims = {
  readonly issuer: string
  readonly subject: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Accepts JWTs that the identity provider issued to service accounts for this server. */
export function createServiceAccounts(settings: SignInSettings, audience: string, uses: Uses): ServiceAccounts {
  const { clock, log } = uses
  /** What was decided of each JWT, by its digest. */
  const known = new BoundedMap<string, { readonly result: Result<AcceptedJwt>; readonly until: number }>(mostKnown)
  const publisher = createPublisher(settings)

  async function verify(jwt: string): Promise<Claims> {
    const { issuer, keys } = await publisher()
    const { payload } = await jwtVerify(jwt, keys, {
      issuer,
      audience,
      algorithms,
      clockTolerance,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(clock.now()),
    })
    const { sub: subject = '', iat: issuedAt = 0, exp: expiresAt = 0 } = payload
    if (!isSubject(subject)) throw new errors.JWTClaimValidationFailed('"sub" is not valid', payload, 'sub', 'invalid')
    return { issuer, subject, issuedAt: issuedAt * 1_000, expiresAt: expiresAt * 1_000 }
  }

  async function decided(jwt: string, key: string): Promise<Result<AcceptedJwt>> {
    const claims = await verify(jwt)
    const result = await judge(claims, settings, uses)
    known.set(key, { result, until: result.ok ? claims.expiresAt : clock.now() + refusedFor })
    return result
  }

  return {
    accept: async (jwt) => {
      const key = createHash('sha256').update(jwt).digest('base64url')
      const before = known.get(key)
      if (before && before.until > clock.now()) return before.result
      try {
        return await decided(jwt, key)
      } catch (error) {
        const failure = failureOf(error)
        if (failure.code === 'NotReady') log.error({ reason: (error as Error).message }, 'JWTs cannot be verified now')
        return err(failure)
      }
    },
  }
}

/** What the subject may do, as the file says now. */
async function judge(claims: Claims, { rolesFile }: SignInSettings, uses: Uses): Promise<Result<AcceptedJwt>> {
  const granted = grantedToAccount(readRoles(rolesFile), claims.subject)
  if (granted) return enrol(claims, granted, uses)
  const details = { owner: claims.subject, reason: 'no-role' }
  await uses.store.recordAudit({ kind: 'sign-in.refused', actor: 'strongroom serve', details, at: uses.clock.now() })
  return err(refused(`service account ${claims.subject} has no role here`))
}

async function enrol(claims: Claims, granted: Granted, { store, clock }: Uses): Promise<Result<AcceptedJwt>> {
  const { issuer, subject, issuedAt, expiresAt } = claims
  const identity = JSON.stringify([issuer, subject, granted.permissions, granted.tenantId])
  const hash = createHash('sha256').update(`service account ${identity}`).digest()
  const account = { name: nameOf(subject), owner: subject, ...granted, hash, retiredHash: randomBytes(32) }
  const enrolled = await store.enrolServiceAccount({ ...account, issuedAt, expiresAt, at: clock.now() })
  if (enrolled.kind === 'refused') return err(enrolled.failure)
  if (enrolled.kind === 'name-taken') return err(refused(`operator token ${enrolled.by.tokenId} has its name`))
  return ok({ hash, expiresAt })
}

const refused = (reason: string): Failure =>
  failureOfCode('Unauthenticated', {
    message: `This JWT was refused: ${reason}. Ask the administrator of this server, or of the identity provider.`,
  })

function failureOf(error: unknown): Failure {
  if (error instanceof errors.JOSEError) return refused(error.message)
  if (error instanceof ProviderError || error instanceof RolesFileError)
    return failureOfCode('NotReady', { message: unverifiable, retryAfterSeconds: 10 })
  throw error
}

const unverifiable =
  'JWTs cannot be verified now: the identity provider cannot be reached, or is not set up correctly. Try again, or use an operator token.'

function nameOf(subject: string): string {
  const visible = subject.replace(/[^\p{L}\p{N}\p{P}\p{S}]/gu, '').slice(0, 46)
  return visible === '' || isReservedName(visible) ? 'a service account' : `${visible}, service account`
}
