import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from 'oidc-provider'
import type { SignInSettings } from '../../server/sign-in/settings.ts'
import type { BegunSignIn } from '../../shared/sign-in.ts'
import { freePort } from '../harness/free-port.ts'
import { tenants } from '../harness/seed.ts'
import { startTestServer, type TestConfig, type TestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { type Browser, openBrowser, type Page } from './browser.ts'
import { audience, clientId, clientSecret, startProvider, type TestProvider } from './identity-provider.ts'

export const roles = {
  groups: [
    { group: 'custody-admins', role: 'platform-administrator' },
    { group: 'desk-one', role: 'operator', tenant: tenants.first },
    { group: 'desk-one-audit', role: 'auditor', tenant: tenants.first },
    { group: 'desk-two', role: 'operator', tenant: tenants.second },
  ],
  serviceAccounts: [{ subject: 'night-batch', role: 'viewer', tenant: tenants.first }],
}

/** A server with an identity provider. */
export type Scene = AsyncDisposable & {
  readonly provider: TestProvider
  readonly server: TestServer
  readonly settings: SignInSettings
  setRoles(content: object | string): Promise<void>
  begin(method?: 'browser' | 'device', at?: string): Promise<Begun>
  redeem(begun: Pick<Begun, 'attempt' | 'verifier'>, at?: string): Promise<Answer>
}

export type Begun = BegunSignIn & { readonly verifier: string }
export type Answer = {
  readonly status: number
  readonly body: { value: never; error: { code: string; message: string } }
}

type SceneOptions = {
  readonly config?: TestConfig
  readonly settings?: Partial<SignInSettings>
  readonly overrides?: Configuration
}

export async function openScene({
  config = {},
  settings: more = {},
  overrides = {},
}: SceneOptions = {}): Promise<Scene> {
  await using made = new AsyncDisposableStack()
  const folder = made.use(await temporaryFolder())
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const provider = made.use(await startProvider({ publicUrl: () => publicUrl, overrides }))
  const rolesFile = join(folder.path, 'roles.json')
  const clientSecretFile = join(folder.path, 'client-secret')
  await writeFile(rolesFile, JSON.stringify(roles))
  await writeFile(clientSecretFile, `${clientSecret}\n`)
  const settings: SignInSettings = {
    issuer: provider.issuer,
    name: 'Example Corp',
    clientId,
    clientSecretFile,
    scopes: 'openid profile',
    groupsClaim: 'groups',
    rolesFile,
    publicUrl: new URL(publicUrl),
    acrValues: [],
    maxAge: null,
    audience,
    ...more,
  }
  const server = made.use(
    await startTestServer({ port, limits: { failedAuthentications: 10_000 }, signIn: settings, ...config }),
  )
  const owned = made.move()

  async function ask(path: string, body: object, at = server.url): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(at + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  return {
    provider,
    server,
    settings,
    setRoles: (content) => writeFile(rolesFile, typeof content === 'string' ? content : JSON.stringify(content)),
    begin: async (method = 'browser', at) => {
      const verifier = randomBytes(32).toString('base64url')
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const { body } = await ask('/auth/sign_in', { challenge, method }, at)
      if (!body.value) throw new Error(`no sign-in begun: ${JSON.stringify(body)}`)
      return { ...(body.value as BegunSignIn), verifier }
    },
    redeem: ({ attempt, verifier }, at) => ask('/auth/session', { attempt, verifier }, at),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Signs in at the provider, up to the page of Strongroom that it ends at. */
export async function signInAs(
  login: string,
  { url }: { readonly url: string },
  browser: Browser = openBrowser(),
): Promise<Page> {
  const page = await browser.open(url)
  return /name="login"/.test(page.text) ? browser.send(page, { login, password: 'any' }) : page
}

/** The whole way, to the answer that has the token. */
export async function sessionOf(scene: Scene, login: string) {
  const begun = await scene.begin()
  const browser = openBrowser()
  await browser.send(await signInAs(login, begun, browser))
  const { body } = await scene.redeem(begun)
  return body.value as {
    readonly token: string
    readonly tokenName: string
    readonly owner: string
    readonly expiresAt: string
  }
}
