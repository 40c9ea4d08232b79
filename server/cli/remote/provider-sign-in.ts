import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Secret } from '../../../shared/secret.ts'
import { isServerAddress } from '../../../shared/server-address.ts'
import { BegunSignIn, SignedOut, SignInState, signInPaths } from '../../../shared/sign-in.ts'
import { nameUnseen } from '../../../shared/unseen-characters.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { note } from '../output.ts'
import { reasonOf } from './network-reasons.ts'
import { sendOnce, type TrustedServer } from './send-once.ts'

type Target = { readonly server: TrustedServer; readonly timeoutMs: number }

const Answer = z.object({ value: z.unknown(), error: z.object({ message: z.string() }).nullable() })

const failed = (reason: string, nextStep: string) =>
  new CommandError(`you are not signed in: ${reason}`, { nextStep, exitCode: exitCodes.access })

const textOf = (text: string) => nameUnseen(text.slice(0, 2_000))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What the server answers on one of its sign-in paths. Throws where that is not a value of the schema. */
async function post<Schema extends z.core.$ZodType>(
  { server, timeoutMs }: Target,
  { path, body, token }: { readonly path: string; readonly body: object; readonly token?: Secret },
  schema: Schema,
): Promise<z.output<Schema>> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token.reveal()}` }),
  }
  const response = await sendOnce(server, { method: 'POST', path, headers, body: JSON.stringify(body) }, { timeoutMs })
  if ('code' in response)
    throw failed(`${server.url}: ${reasonOf(response.code)}`, 'Check the address, then try again.')
  if (response.status === 404 && path === signInPaths.begin) throw failed(noProvider, 'Sign in with an operator token.')
  const answer = Answer.safeParse(parsed(response.body)).data
  if (answer?.error) throw failed(textOf(answer.error.message), 'Run the command again to start over.')
  const value = z.safeParse(schema, answer?.value)
  if (value.success) return value.data
  throw failed(`the answer is not from Strongroom (HTTP ${response.status})`, 'Check the address.')
}

const noProvider = 'this server has no identity provider'

/** Members that a later server adds are passed over. */
const Begun = z.object(BegunSignIn.shape)
const State = z.union(SignInState.options.map(({ shape }) => z.object(shape)))

/** Only a page that a browser may be sent to; the server is trusted with no more. */
function pageIn(text: string): URL {
  const url = URL.parse(text)
  const { protocol = '', hostname = '' } = url ?? {}
  const origin = { protocol, hostname, pathname: '/', search: '', hash: '', username: '', password: '' }
  if (url && isServerAddress(origin)) return url
  throw failed('the page of the identity provider has no https:// address', 'Ask the administrator of the server.')
}

/** What opens a page on this system; null where no one would see it. */
function openerOf(env: NodeJS.ProcessEnv): readonly [string, ...string[]] | null {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null
}

function openPage({ href }: URL): void {
  const opener = openerOf(process.env)
  if (!opener) return
  const [program, ...args] = opener
  // Where that does not work, the page is printed all the same.
  spawn(program, [...args, href], { stdio: 'ignore', detached: true })
    .once('error', () => {})
    .unref()
}

/** Signs in with the identity provider of a server, in the browser of this machine or on another device. */
export async function signInWithProvider(target: Target, isOnDevice: boolean): Promise<Secret> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const method = isOnDevice ? 'device' : 'browser'
  const begun = await post(target, { path: signInPaths.begin, body: { challenge, method } }, Begun)
  const page = pageIn(begun.url)
  note(`Open this page in a browser${isOnDevice ? ' on any device' : ''}:`)
  note(`  ${page.href}`)
  note(`Continue there only if it shows this code, or enter it: ${textOf(begun.code)}`)
  if (!isOnDevice) openPage(page)
  const { attempt, expiresAt } = begun
  for (let pollSeconds = begun.pollSeconds; Date.now() < Date.parse(expiresAt); ) {
    await pause(pollSeconds * 1_000)
    const state = await post(target, { path: signInPaths.session, body: { attempt, verifier } }, State)
    if (state.state === 'signed-in') return new Secret(state.token)
    pollSeconds = state.pollSeconds
  }
  throw failed('no one finished the sign-in in time', 'Run the command again.')
}

/** Ends the session of a token at its server. False where the server did not end it, such as one that is no session. */
export async function endSession(target: Target, token: Secret): Promise<boolean> {
  try {
    await post(target, { path: signInPaths.signOut, body: {}, token }, z.object(SignedOut.shape))
    return true
  } catch (error) {
    if (error instanceof CommandError) return false
    throw error
  }
}
