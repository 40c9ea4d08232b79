import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BegunSignIn } from '../../shared/sign-in.ts'
import { freePort } from '../harness/free-port.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { openBrowser } from '../sign-in/browser.ts'
import { clientId, clientSecret, startProvider } from '../sign-in/identity-provider.ts'
import { roles, signInAs } from '../sign-in/scene.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { setCluster } from './scene.ts'

async function post<Value>(url: string, body: object): Promise<Value> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return ((await response.json()) as { value: Value }).value
}

test('a sign-in that begins at one server ends at another, and its session is valid at both', async ({ skip }) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  await using cluster = await setCluster()
  await using files = await temporaryFolder()
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  await using provider = await startProvider({ publicUrl: () => publicUrl })
  await writeFile(join(files.path, 'roles.json'), JSON.stringify(roles))
  await writeFile(join(files.path, 'secret'), clientSecret)
  const settings = {
    '--oidc-issuer': provider.issuer.origin,
    '--oidc-client-id': clientId,
    '--oidc-client-secret-file': join(files.path, 'secret'),
    '--oidc-roles': join(files.path, 'roles.json'),
    '--public-url': publicUrl,
  }
  const options = Object.entries(settings).flat()
  await using one = await cluster.start('one', ...options)
  await using two = await cluster.start('two', ...options, '--port', `${port}`)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const begun = await post<BegunSignIn>(`${one.url}/auth/sign_in`, { challenge })
  const browser = openBrowser()
  const page = await signInAs('erin', begun, browser)
  expect(page.url, 'the callback is at the other server').toContain(two.url)
  expect(page.text, 'which shows the code of the first').toContain(begun.code)
  await browser.send(page)
  const redemption = { attempt: begun.attempt, verifier }
  const answers = await Promise.all(
    [one, two].map(({ url }) => post<{ token: string } | null>(`${url}/auth/session`, redemption)),
  )
  const [session, ...others] = answers.filter((answer) => answer !== null)
  expect(others, 'one session').toEqual([])
  const token = session?.token ?? ''
  for (const server of [one, two]) expect((await server.fetch('/platform/admin/session', token)).status).toBe(200)
  expect((await two.fetch('/auth/sign_out', token, { method: 'POST' })).status).toBe(200)
  expect((await one.fetch('/platform/admin/session', token)).status, 'signed out at the other').toBe(401)
})
