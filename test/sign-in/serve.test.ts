import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { BegunSignIn } from '../../shared/sign-in.ts'
import { serving } from '../cli/serving.ts'
import { strongroom } from '../harness/cli.ts'
import { test as base } from '../harness/fixtures.ts'
import { freePort } from '../harness/free-port.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser } from './browser.ts'
import { audience, clientId, clientSecret, startProvider } from './identity-provider.ts'
import { roles, signInAs } from './scene.ts'

/** A provider, and the options of a server for it. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
const test = base.extend('place', async ({}, { onCleanup }) => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const made = new AsyncDisposableStack()
  onCleanup(() => made.disposeAsync())
  const provider = made.use(await startProvider({ publicUrl: () => publicUrl }))
  const files = made.use(await temporaryFolder())
  const rolesFile = join(files.path, 'roles.json')
  const secretFile = join(files.path, 'secret')
  await writeFile(rolesFile, JSON.stringify(roles))
  await writeFile(secretFile, clientSecret)
  const config = join(files.path, 'strongroom.conf')
  const lines = [
    `oidc-issuer = ${provider.issuer.origin}`,
    'oidc-name = Example Corp',
    `oidc-client-id = ${clientId}`,
    `oidc-client-secret-file = ${secretFile}`,
    `oidc-roles = ${rolesFile}`,
    `oidc-audience = ${audience}`,
    `public-url = ${publicUrl}`,
  ]
  await writeFile(config, lines.join('\n'))
  return {
    config,
    publicUrl,
    rolesFile,
    options: ['--data', join(files.path, 'data'), '--port', `${port}`, '--config', config],
  }
})

const post = async <Value>(url: string, body: object): Promise<Value> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await response.json()) as { value: Value }).value
}

test('a server that is started with a file of options signs people in, and its log has no secret', async ({
  place,
}) => {
  await using server = await serving(['serve', '--json', ...place.options])
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const begun = await post<BegunSignIn>(`${place.publicUrl}/auth/sign_in`, { challenge })
  const browser = openBrowser()
  const page = await signInAs('erin', begun, browser)
  const code = new URL(page.url).searchParams.get('code') ?? ''
  expect(code).not.toBe('')
  await browser.send(page)
  const redemption = { attempt: begun.attempt, verifier }
  const { token } = await post<{ token: string }>(`${place.publicUrl}/auth/session`, redemption)
  expect(token).toMatch(/^srt_/)
  const { stderr, status } = await server.stop()
  expect(status).toBe(0)
  expect(stderr, 'control: the request is in the log').toContain('"route":"/auth/callback"')
  for (const secret of [code, begun.attempt, verifier, challenge, token, clientSecret])
    expect(stderr).not.toContain(secret)
})

test.for([
  { add: ['--oidc-audience', clientId], says: '--oidc-audience is the client ID' },
  { add: ['--public-url', 'http://desk.example'], says: 'It must be an https:// address' },
  { add: ['--oidc-issuer', 'http://login.example'], says: 'It must be an https:// address' },
  { add: ['--oidc-roles', '/no/such/file'], says: '/no/such/file: cannot be read (ENOENT)' },
  { add: ['--oidc-client-secret-file', '/no/such/file'], says: 'the client secret cannot be read' },
])('a server refuses options that cannot work: $says', async ({ add, says }, { place }) => {
  const { status, stderr } = await strongroom(['config', 'check', ...place.options, ...add])
  expect(stderr).toContain(says)
  expect(status).toBe(2)
})

test('a server says what is wrong with its roles, and which options it needs', async ({ place }) => {
  await writeFile(
    place.rolesFile,
    '{ "groups": [{ "group": "a", "role": "viewer" }, { "group": "b", "role": "king" }] }',
  )
  const { stderr } = await strongroom(['config', 'check', ...place.options])
  expect(stderr).toContain('roles.json: groups 1 role')
  await writeFile(place.rolesFile, '{ "groups": [{ "group": "a", "role": "tenant-administrator" }] }')
  expect((await strongroom(['config', 'check', ...place.options])).stderr).toContain('for the other scope')
  const alone = await strongroom(['config', 'check', '--oidc-issuer', 'https://login.example'])
  expect(alone.stderr).toContain('needs --oidc-client-id, --oidc-roles and --public-url')
})
