import { createPublicKey } from 'node:crypto'
import { decodeJwt, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../harness/until.ts'
import { audience } from './identity-provider.ts'
import { openScene, roles, type Scene } from './scene.ts'

let scene: Scene

beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

/** A JWT as the provider issues it to a service account. */
async function jwtOf(resource = audience): Promise<string> {
  const response = await fetch(new URL('/token', scene.provider.issuer), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('night-batch:secret-of-the-batch')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}

type Session = { status: number; message: string; value: Record<string, unknown> | null }

async function whoAmI(bearer: string, { server } = scene): Promise<Session> {
  const response = await server.rest(bearer, '/platform/admin/session')
  const { value, error } = (await response.json()) as { value: Session['value']; error: { message: string } | null }
  return { status: response.status, message: error?.message ?? '', value }
}

const untilAccepted = () => until(async () => (await whoAmI(await jwtOf())).status === 200)

const accounts = async () =>
  (await scene.server.app.store.listTokens()).filter(({ origin }) => origin === 'service-account')

describe('the JWT of a service account', () => {
  test('has what the roles file says, and acts under its subject', async () => {
    const jwt = await jwtOf()
    const session = {
      tokenName: 'night-batch, service account',
      owner: 'night-batch',
      role: 'viewer',
      tenant: { id: 1 },
    }
    expect(await whoAmI(jwt)).toMatchObject({ status: 200, value: session })
    const expiresAt = new Date((decodeJwt(jwt).exp ?? 0) * 1_000).toISOString()
    expect((await whoAmI(jwt)).value, 'the end of the JWT').toMatchObject({ expiresAt })
    expect(await whoAmI(await jwtOf()), 'the next one').toMatchObject({ status: 200 })
    expect(await accounts(), 'one operator token for all of its JWTs').toHaveLength(1)
    const { records } = await scene.server.app.store.listAudit({ limit: 1, kind: 'token.created' }, null)
    expect(records[0]).toMatchObject({ details: { owner: 'night-batch', origin: 'service-account' } })
  })

  test('is refused where any of issuer, audience, expiry, algorithm or signature is not right', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const claims = decodeJwt(await jwtOf())
    const published = await fetch(new URL('/jwks', scene.provider.issuer))
    const [known] = ((await published.json()) as { keys: [JWK] }).keys
    const pem = await exportSPKI((await importJWK(known, 'RS256')) as typeof publicKey)
    const secret = Buffer.from(createPublicKey(pem).export({ type: 'spki', format: 'pem' }))
    const header = { alg: 'RS256', kid: known.kid ?? '' }
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.x`.replaceAll('=', '')
    const refused = {
      'another audience': await jwtOf('https://other.example.com'),
      'another key under a known ID': await new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
      'no signature': unsigned,
      'the public key as a shared secret': await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      'a changed claim': (await jwtOf()).replace(/\.([^.]+)\./, `.${btoa(JSON.stringify({ ...claims, sub: 'x' }))}.`),
      nonsense: 'a.b.c',
    }
    for (const [kind, jwt] of Object.entries(refused))
      expect(await whoAmI(jwt), kind).toMatchObject({ status: 401, value: null })
    expect((await whoAmI(await jwtOf())).status, 'control').toBe(200)
  })

  test('is refused where its subject has no role, and the audit says so once', async () => {
    await scene.setRoles({ ...roles, serviceAccounts: [] })
    try {
      const jwt = await jwtOf()
      for (let time = 1; time <= 3; time += 1)
        expect(await whoAmI(jwt)).toMatchObject({ status: 401, message: expect.stringContaining('has no role here') })
      const { records } = await scene.server.app.store.listAudit({ limit: 10, kind: 'sign-in.refused' }, null)
      expect(records.filter(({ details }) => details.reason === 'no-role')).toHaveLength(1)
    } finally {
      await scene.setRoles(roles)
    }
  })

  test('gets other rights with its next JWT, and the ones that it had are revoked', async () => {
    const before = await jwtOf()
    expect((await whoAmI(before)).value).toMatchObject({ role: 'viewer' })
    await scene.setRoles({ serviceAccounts: [{ subject: 'night-batch', role: 'auditor' }] })
    try {
      expect((await whoAmI(await jwtOf())).value).toMatchObject({ role: 'auditor', tenant: null })
      expect(await whoAmI(before)).toMatchObject({ status: 401, message: expect.stringContaining('was revoked') })
    } finally {
      await scene.setRoles(roles)
    }
  })

  test('is refused once its operator token was revoked, up to the JWTs issued later', async () => {
    // The one above revoked it in this second, and the time of a JWT is in whole seconds.
    await untilAccepted()
    const jwt = await jwtOf()
    const unseen = await jwtOf()
    expect((await whoAmI(jwt)).status).toBe(200)
    await scene.server.app.store.revokeToken({ token: 'night-batch, service account', actor: 'test', at: Date.now() })
    expect(await whoAmI(jwt)).toMatchObject({ status: 401, message: expect.stringContaining('was revoked') })
    expect(await whoAmI(unseen), 'issued before').toMatchObject({ status: 401 })
    await untilAccepted()
  })

  test('is accepted under a new key of the provider, and a known one while the provider is down', async () => {
    const before = await jwtOf()
    expect((await whoAmI(before)).status).toBe(200)
    await scene.provider.rotateKey()
    const after = await jwtOf()
    await until(async () => (await whoAmI(after)).status === 200)
    expect((await whoAmI(before)).status, 'verified before').toBe(200)
    scene.provider.isDown = true
    try {
      expect((await whoAmI(after)).status).toBe(200)
    } finally {
      scene.provider.isDown = false
    }
  })
})

describe('without an audience', () => {
  test('no JWT is accepted', async () => {
    await using other = await openScene({ settings: { audience: null } })
    expect(await whoAmI(await jwtOf(), other)).toMatchObject({ status: 401 })
  })
})
