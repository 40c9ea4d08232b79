import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ended, environment } from '../harness/cli.ts'
import { freePort } from '../harness/free-port.ts'
import { until } from '../harness/until.ts'
import { openBrowser } from './browser.ts'
import { clientId, clientSecret, startProvider } from './identity-provider.ts'
import { roles, signInAs } from './scene.ts'

/** A program as it is installed: Node, its entry, and a folder that the test may fill. */
type Installed = { readonly node: string; readonly entry: string; readonly folder: string }

/** What a process prints while it runs. */
function follow(child: ReturnType<typeof spawn>) {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  const result = ended(child)
  return {
    ended: result,
    /** The first group of what it printed, once it did. */
    printed: async (pattern: RegExp) => {
      await until(() => pattern.test(text) || child.exitCode !== null)
      return pattern.exec(text)?.[1] ?? `nothing but ${text}`
    },
  }
}

/** Serves with an identity provider, and signs in with the command line of the program: in a browser and on a device. */
export async function signInWithInstalled({ node, entry, folder }: Installed): Promise<void> {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  await using provider = await startProvider({ publicUrl: () => publicUrl })
  await mkdir(folder, { recursive: true })
  const rolesFile = join(folder, 'roles.json')
  const secretFile = join(folder, 'client-secret')
  await writeFile(rolesFile, JSON.stringify(roles))
  await writeFile(secretFile, clientSecret)
  const home = { XDG_CONFIG_HOME: join(folder, 'config'), HOME: folder, DISPLAY: '', WAYLAND_DISPLAY: '' }
  const env = { ...environment(home), DBUS_SESSION_BUS_ADDRESS: '' }
  const run = (args: readonly string[]) =>
    spawn(node, [entry, ...args], { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] })
  const oidc = ['--oidc-issuer', provider.issuer.origin, '--oidc-client-id', clientId, '--oidc-roles', rolesFile]
  const secret = ['--oidc-client-secret-file', secretFile, '--public-url', publicUrl]
  const serving = run(['serve', '--json', '--data', join(folder, 'data'), '--port', `${port}`, ...oidc, ...secret])
  const server = follow(serving)
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => {
    serving.kill()
    expect((await server.ended).status).toBe(0)
  })
  expect(await server.printed(/"url":"([^"]+)"/)).toBe(publicUrl)

  const inBrowser = follow(run(['login', '--sso', '--server', publicUrl]))
  const browser = openBrowser()
  await browser.send(await signInAs('erin', { url: await inBrowser.printed(/^ {2}(http\S+)$/m) }, browser))
  expect(await inBrowser.ended).toMatchObject({ status: 0, stderr: expect.stringContaining('Signed in to') })
  expect((await ended(run(['whoami']))).stdout).toMatch(/owner +erin/)

  const onDevice = follow(run(['login', '--sso', '--device', '--server', publicUrl, '--profile', 'device']))
  const other = openBrowser()
  const page = await other.open(await onDevice.printed(/^ {2}(http\S+)$/m))
  await other.send(await other.send(page, { confirm: 'yes' }), { login: 'erin', password: 'any' })
  expect(await onDevice.ended).toMatchObject({ status: 0, stderr: expect.stringContaining('Signed in to') })
  expect((await ended(run(['whoami', '--profile', 'device']))).stdout).toMatch(/owner +erin/)

  const end = await browser.open(`${provider.issuer.origin}/session/end`)
  await browser.send(end, { logout: 'yes' })
  await until(async () => (await ended(run(['whoami', '--profile', 'default']))).status === 3)
  const signedOut = await ended(run(['logout', '--profile', 'device']))
  expect(signedOut.stderr).toContain('The session ended on the server.')
}
