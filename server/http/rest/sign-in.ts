import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope } from '../../../shared/envelope.ts'
import { fail, failureOfCode } from '../../../shared/failure.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { BeginSignIn, signInPaths, TakeSession } from '../../../shared/sign-in.ts'
import type { Principal } from '../../context/principal.ts'
import type { SignInPage } from '../../sign-in/browser-sign-in.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import { networkOf } from '../../text/address-ranges.ts'
import { RequestRefusal, replyFailure } from '../response/failure-reply.ts'
import { contentTypes, numberFormOf } from '../response/number-form.ts'
import { addFormParser, sendSignInPage } from './sign-in-page.ts'

/** Requests a minute from one address, behind which many people may be. */
const limits = { begin: 60, page: 120, session: 1_200, logout: 1_200 }

/** How people sign in; null where no identity provider is configured. */
export async function addSignInRoutes(app: FastifyInstance, signIn: SignIn | null): Promise<void> {
  app.get(signInPaths.identityProvider, (request, reply) =>
    sendValue(request, reply, ok(signIn && { name: signIn.name })),
  )
  if (!signIn) return
  await app.register(rateLimit, { global: false })
  const begin = { onRequest: limited(app, limits.begin) }
  app.post(signInPaths.begin, begin, async (request, reply) => {
    const wanted = parsed(BeginSignIn, request.body)
    return sendValue(request, reply, wanted.ok ? await signIn.begin(wanted.value) : wanted)
  })
  app.post(signInPaths.session, { onRequest: limited(app, limits.session) }, async (request, reply) => {
    const wanted = parsed(TakeSession, request.body)
    const redeemed = wanted.ok ? await signIn.redeem({ ...wanted.value, requestId: request.id }) : wanted
    return sendValue(request, reply, redeemed)
  })
  await app.register(async (pages) => {
    addFormParser(pages)
    const page = { onRequest: limited(app, limits.page) }
    const send = (reply: FastifyReply, shown: SignInPage) => sendSignInPage(reply, shown)
    pages.get(signInPaths.callback, page, async (request, reply) =>
      send(reply, await signIn.answer(request.url, request.id)),
    )
    pages.post(signInPaths.confirm, page, async ({ body }, reply) => {
      const confirmation = new URLSearchParams(String(body)).get('confirmation') ?? ''
      return send(reply, await signIn.confirm(confirmation))
    })
    pages.post(signInPaths.providerLogout, { onRequest: limited(app, limits.logout) }, async (request, reply) => {
      const logoutToken = new URLSearchParams(String(request.body)).get('logout_token') ?? ''
      return sendValue(request, reply, await signIn.endByProvider(logoutToken, request.id))
    })
  })
}

/** The one route that needs a token: the one that it ends. */
export function addSignOutRoute(app: FastifyInstance, signIn: SignIn): void {
  app.post(signInPaths.signOut, async (request, reply) =>
    sendValue(request, reply, await signIn.signOut(request.principal as Principal, request.id)),
  )
}

function limited(app: FastifyInstance, max: number) {
  const count = app.createRateLimit({
    max,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip) ?? ip,
  })
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request)
    if (counted.isAllowed || !counted.isExceeded) return
    throw new RequestRefusal(failureOfCode('TooManyRequests', { retryAfterSeconds: counted.ttlInSeconds }))
  }
}

function parsed<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): Result<z.output<Schema>> {
  const read = z.safeParse(schema, body ?? {})
  if (read.success) return ok(read.data)
  return fail('ValidationError', {
    info: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  })
}

function sendValue(request: FastifyRequest, reply: FastifyReply, result: Result<unknown>): FastifyReply {
  if (!result.ok) return replyFailure(request, reply, result.error)
  return reply
    .headers({ vary: 'accept', 'cache-control': 'no-store' })
    .type(contentTypes[numberFormOf(request.headers.accept)])
    .send(JSON.stringify(envelope(result)))
}
