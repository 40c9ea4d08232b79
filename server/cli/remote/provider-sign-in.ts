import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Secret } from '../../../shared/secret.ts'
import { isServerAddress } from '../../../shared/server-address.ts'
import { BegunSignIn, SignInState, signInPaths } from '../../../shared/sign-in.ts'
import { nameUnseen } from '../../../shared/unseen-characters.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { note } from '../output.ts'
import { isAboutTrust, reasonOf } from './network-reasons.ts'
import { type NoAnswer, type Response, sendOnce, type TrustedServer } from './send-once.ts'

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

type Request = { readonly path: string; readonly body: object; readonly token?: Secret }

function send({ server, timeoutMs }: Target, { path, body, token }: Request): Promise<Response | NoAnswer> {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token.reveal()}` }),
  }
  return sendOnce(server, { method: 'POST', path, headers, body: JSON.stringify(body) }, { timeoutMs })
}

/** What the server answered. Throws where that is not a value of the schema. */
function valueIn<Schema extends z.core.$ZodType>(
  response: Response | NoAnswer,
  { server }: Target,
  schema: Schema,
): z.output<Schema> {
  if ('code' in response)
    throw failed(`${server.url}: ${reasonOf(response.code)}`, 'Check the address, then try again.')
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
  const response = await send(target, { path: signInPaths.begin, body: { challenge, method } })
  if ('status' in response && response.status === 404) throw failed(noProvider, 'Sign in with an operator token.')
  const begun = valueIn(response, target, Begun)
  const page = pageIn(begun.url)
  note(`Open this page in a browser${isOnDevice ? ' on any device' : ''}:`)
  note(`  ${page.href}`)
  note(`Continue there only if it shows this code, or enter it: ${textOf(begun.code)}`)
  if (!isOnDevice) openPage(page)
  return untilSignedIn(target, { attempt: begun.attempt, verifier, pollSeconds: begun.pollSeconds })
}

/** Milliseconds after which a server that cannot be reached is asked no more; one that can be ends a sign-in sooner. */
const longestSignIn = 15 * 60_000

/** Seconds between two polls, regardless of what the server asks for. */
const pollBounds = { least: 1, most: 15 }

type Begin = { readonly attempt: string; readonly verifier: string; readonly pollSeconds: number }

/** Polls until the person finished in the browser, also across a time in which the server cannot be reached. */
async function untilSignedIn(target: Target, { attempt, verifier, pollSeconds }: Begin): Promise<Secret> {
  const request = { path: signInPaths.session, body: { attempt, verifier } }
  const end = performance.now() + longestSignIn
  let interval = pollSeconds
  let seconds = interval
  let isLost = false
  while (performance.now() < end) {
    await pause(Math.min(Math.max(seconds, pollBounds.least), pollBounds.most) * 1_000)
    const response = await send(target, request)
    if (mayPass(response)) {
      if (!isLost) note(`${target.server.url} does not answer now; the sign-in goes on once it does.`)
      isLost = true
      seconds *= 2
      continue
    }
    isLost = false
    const state = valueIn(response, target, State)
    if (state.state === 'signed-in') return new Secret(state.token)
    interval = Math.max(interval, state.pollSeconds) // RFC 8628: slower once means slower from then on
    seconds = interval
  }
  throw failed('no one finished the sign-in in time', 'Run the command again.')
}

/** Too many requests, and what proxies and servers answer while there is no server, or no identity provider. */
const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

const mayPass = (response: Response | NoAnswer): boolean =>
  'code' in response ? !isAboutTrust(response.code) : passingStatuses.has(response.status)

/** Ends the session of a token at its server. False where it may still be valid, such as a token that is no session. */
export async function endSession(target: Target, token: Secret): Promise<boolean> {
  const response = await send(target, { path: signInPaths.signOut, body: {}, token })
  if ('code' in response) return false
  const isKnown = Answer.safeParse(parsed(response.body)).success
  return isKnown && (response.status === 200 || response.status === 401)
}
