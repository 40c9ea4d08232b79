import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { formOfToken } from '../../../shared/operator-token.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import { isLoopback } from '../../../shared/server-address.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { OpenBrowser } from '../platform.ts'
import type { RemoteServer } from '../remote/connections.ts'
import type { IdentityProviders } from '../remote/identity-provider.ts'

type Taken = Result<Secret, ConsoleFailure> | null

/** Signs in with the identity provider of a server, in the browser of the system. */
export type BrowserSignIn = {
  /** The token of the session; null once it was cancelled. A second one at the same server takes its place. */
  run(server: RemoteServer): Promise<Taken>
  cancel(profileId: string): void
}

type Parts = {
  readonly providers: Pick<IdentityProviders, 'begin' | 'take'>
  readonly openBrowser: OpenBrowser
  /** The page of the browser shows the same code. */
  readonly onCode: (code: string) => void
  readonly isLocked: () => boolean
}

/** Milliseconds after which even a server that never answers is asked no more; a server ends a sign-in sooner. */
const longest = 15 * 60_000

/** Seconds, regardless of what the server asks for. */
const pollBounds = { least: 1, most: 10 }

/** What passes by itself while a sign-in goes on. */
const passing: ReadonlySet<string> = new Set([
  'Unreachable',
  'ResponseLost',
  'ProxyBusy',
  'ProxyFailed',
  'NotReady',
  'TooManyRequests',
])

export function createBrowserSignIn(parts: Parts): BrowserSignIn {
  const running = new Map<string, AbortController>()

  async function signIn(server: RemoteServer, signal: AbortSignal): Promise<Taken> {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const begun = await parts.providers.begin(server, challenge)
    if (!begun.ok) return begun
    const { url, code, attempt, pollSeconds } = begun.value
    if (!isPage(url)) return err(consoleFailure('AnswerUnreadable'))
    if (signal.aborted) return null
    parts.onCode(code)
    const isOpen = await parts.openBrowser(url).then(
      () => true,
      () => false,
    )
    if (!isOpen) return err(consoleFailure('BrowserNotOpened'))
    return untilTaken({ take: () => parts.providers.take(server, { attempt, verifier }), pollSeconds, signal }, parts)
  }

  return {
    run: async (server) => {
      running.get(server.id)?.abort()
      const stop = new AbortController()
      running.set(server.id, stop)
      try {
        return await signIn(server, stop.signal)
      } finally {
        if (running.get(server.id) === stop) running.delete(server.id)
      }
    },
    cancel: (profileId) => running.get(profileId)?.abort(),
  }
}

type Waiting = {
  readonly take: () => ReturnType<IdentityProviders['take']>
  readonly pollSeconds: number
  readonly signal: AbortSignal
}

async function untilTaken(
  { take, pollSeconds, signal }: Waiting,
  { isLocked }: Pick<Parts, 'isLocked'>,
): Promise<Taken> {
  const end = performance.now() + longest
  let seconds = pollSeconds
  while (performance.now() < end) {
    await setTimeout(boundedMs(seconds), null, { signal }).catch(() => {})
    if (signal.aborted || isLocked()) return null
    const taken = await take()
    if (signal.aborted || isLocked()) return null
    if (!taken.ok && !passing.has(taken.error.code)) return err(inOwnWords(taken.error))
    if (!taken.ok) continue
    if (taken.value.state === 'signed-in') return tokenIn(taken.value.token)
    seconds = taken.value.pollSeconds
  }
  return err(consoleFailure('SignInExpired'))
}

const boundedMs = (seconds: number): number => Math.min(Math.max(seconds, pollBounds.least), pollBounds.most) * 1_000

const tokenIn = (text: string): Taken =>
  formOfToken(text) === 'whole' ? ok(new Secret(text)) : err(consoleFailure('AnswerUnreadable'))

/** What a server says of every sign-in that it does not know, and of one that it refuses. */
function inOwnWords(failure: ConsoleFailure): ConsoleFailure {
  const { code, message, requestId } = failure
  if (code === 'NotFound') return consoleFailure('SignInExpired', { requestId })
  return code === 'Forbidden' ? consoleFailure('SignInRefused', { info: [message], requestId }) : failure
}

/** Anything else that a system opens by a URL could run a program. */
function isPage(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
