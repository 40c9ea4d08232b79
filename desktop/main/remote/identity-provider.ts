import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/result.ts'
import { BegunSignIn, IdentityProvider, SignedOut, signInPaths } from '../../../shared/sign-in.ts'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import type { RemoteServer } from './connections.ts'
import { type Fault, failureOfFault, unreadableAnswer } from './fault.ts'
import type { Asking } from './readiness.ts'
import { destroyBody, headFault, readWhole } from './response-body.ts'
import type { Bearer } from './trpc-request.ts'
import { consoleFailureOf, factsIn, ServerFailure } from './trpc-response.ts'

const largestAnswer = 64 * 1024

/** Milliseconds. The dialog waits for the name before it offers anything. */
const nameLimit = 3_000
/** Milliseconds. Who signs out does not wait for a server that is away. */
const signOutLimit = 5_000
const longestName = 100

const Name = z.object(IdentityProvider.shape).nullable()
const Ended = z.object(SignedOut.shape)
const Begun = z.object(BegunSignIn.shape)
const Taken = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending'), pollSeconds: z.int() }),
  z.object({ state: z.literal('signed-in'), token: z.string() }),
])

/** Sign-in with the identity provider that a server uses. Nothing of it needs a token but the end of a session. */
export type IdentityProviders = {
  /** What it is called; null where the server has none, does not say, or is older. */
  nameAt(server: RemoteServer): Promise<string | null>
  /** The text whose SHA-256 the challenge is gets the token. */
  begin(server: RemoteServer, challenge: string): Promise<Result<z.infer<typeof Begun>, ConsoleFailure>>
  take(server: RemoteServer, proof: Proof): Promise<Result<z.infer<typeof Taken>, ConsoleFailure>>
  /** Ends the session of a token; false where the server may still accept it. */
  signOut(server: RemoteServer, token: Bearer): Promise<boolean>
}

type Proof = { readonly attempt: string; readonly verifier: string }

type Question<Schema> = {
  readonly path: string
  readonly body?: object
  readonly token?: Bearer
  readonly answer: Schema
  readonly limitMs?: number
}

export function createIdentityProviders(asking: Asking): IdentityProviders {
  return {
    nameAt: async (server) => {
      const question = { path: signInPaths.identityProvider, answer: Name, limitMs: nameLimit }
      const found = await ask(server, question, asking)
      return found.ok ? (found.value?.name.slice(0, longestName) ?? null) : null
    },
    begin: (server, challenge) =>
      ask(server, { path: signInPaths.begin, body: { challenge, method: 'browser' }, answer: Begun }, asking),
    take: (server, proof) => ask(server, { path: signInPaths.session, body: proof, answer: Taken }, asking),
    signOut: async (server, token) => {
      const question = { path: signInPaths.signOut, body: {}, token, answer: Ended, limitMs: signOutLimit }
      const ended = await ask(server, question, asking)
      return ended.ok || ended.error.code === 'Unauthenticated'
    },
  }
}

async function ask<Schema extends z.core.$ZodType>(
  server: RemoteServer,
  { path, body, token, answer, limitMs }: Question<Schema>,
  { connections, limits }: Asking,
): Promise<Result<z.output<Schema>, ConsoleFailure>> {
  const signal = AbortSignal.timeout(limitMs ?? limits.answerMs)
  const response = await connections.send(server, { ...requestOf(body, token), path, signal })
  if (!response.ok) return err(failureOfFault(response.error, 'query'))
  const { headers } = response.value
  const reject = (fault: Fault) => err(failureOfFault(fault, 'query', factsIn(headers)))
  const wrongHead = headFault(response.value)
  if (wrongHead) return reject(destroyBody(response.value, wrongHead))
  const bytes = await readWhole(response.value, largestAnswer)
  if (!bytes.ok) return reject(bytes.error)
  const envelope = Envelope.safeParse(jsonIn(bytes.value)).data
  if (envelope?.isSuccess === false) return err(consoleFailureOf(envelope.error, headers, z.null()))
  const value = z.safeParse(answer, envelope?.value)
  return envelope && value.success ? ok(value.data) : reject(unreadableAnswer(t('network:response.notJson')))
}

function requestOf(body: object | undefined, token: Bearer | undefined) {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token.reveal()}` }) }
  if (!body) return { method: 'GET', headers } as const
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  } as const
}

const Envelope = z.discriminatedUnion('isSuccess', [
  z.object({ isSuccess: z.literal(true), value: z.unknown() }),
  z.object({ isSuccess: z.literal(false), error: ServerFailure }),
])

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
