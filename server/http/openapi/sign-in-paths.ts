import { z } from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { failuresOfRequests } from '../../../shared/endpoint-failures.ts'
import type { FailureCode } from '../../../shared/failure.ts'
import {
  BeginSignIn,
  BegunSignIn,
  IdentityProvider,
  ProviderLogoutForm,
  SignedOut,
  SignInState,
  signInPaths,
  TakeSession,
} from '../../../shared/sign-in.ts'
import { mediaTypes, type NumberForm } from '../response/number-form.ts'
import { successOf } from './envelopes.ts'
import { headersOf } from './headers.ts'
import type { createFailureResponses } from './responses.ts'

type Route = {
  readonly name: string
  readonly path: string
  readonly method: 'get' | 'post'
  readonly summary: string
  readonly description: string
  readonly body?: { readonly schema: z.core.$ZodType; readonly example: object; readonly isForm?: true }
  readonly output: z.core.$ZodType
  readonly example: object | null
  readonly failures: readonly FailureCode[]
  /** Whether it needs the operator token of the session. */
  readonly needsToken?: true
}

const ofChanges = ['ValidationError', 'PayloadTooLarge', 'UnsupportedMediaType', 'TooManyRequests', 'NotReady'] as const

const verifier = 'M25iVXpKU3puUjFaYWg3T1NDTDQtcW1ROUY5YXlwalNoc0hhakxifmZHag'
const attempt = 'kq0ZqUo1FfXJm8Gd3xq2J0cH1uYb7mQpVQe5tT9w4Zs'

/** Routes of REST alone: they come before there is an operator token, so there are no tRPC procedures for them. */
const routes: readonly Route[] = [
  {
    name: 'identityProvider',
    path: signInPaths.identityProvider,
    method: 'get',
    summary: 'Get the identity provider',
    description: 'Whether people can sign in with an identity provider of their institution, and what to call it.',
    output: IdentityProvider.nullable(),
    example: { name: 'Example Corp' },
    failures: [],
  },
  {
    name: 'signIn',
    path: signInPaths.begin,
    method: 'post',
    summary: 'Begin to sign in',
    description:
      'Begins a sign-in with the identity provider. Open the `url` in a browser and show the `code`: the page there shows ' +
      'the same one (`browser`), or asks for it (`device`). It ends at this server, at `/auth/callback` and `/auth/confirm`, ' +
      'with a page that can be closed.',
    body: {
      schema: BeginSignIn,
      example: { challenge: 'qjrzSW9gMiUgpUvqgEPE4_-8swvyCtfOVvg55o5S_es', method: 'browser' },
    },
    output: BegunSignIn,
    example: {
      attempt,
      url: 'https://login.example.com/auth?client_id=strongroom',
      code: 'KXQT-PRVM',
      expiresAt: '2026-03-04T05:16:07.008Z',
      pollSeconds: 2,
    },
    failures: ['NotFound', ...ofChanges],
  },
  {
    name: 'session',
    path: signInPaths.session,
    method: 'post',
    summary: 'Take the session of a sign-in',
    description:
      'Answers `pending` until the person has finished in the browser, and then, once, the operator token of a session of ' +
      'eight hours. Forbidden: the person was refused, with the reason. NotFound: the sign-in expired or was redeemed.',
    body: { schema: TakeSession, example: { attempt, verifier } },
    output: SignInState,
    example: {
      state: 'signed-in',
      token: 'srt_EXAMPLE',
      tokenName: 'jane.doe@example.com, session 7f3a9c',
      owner: '248289761001',
      expiresAt: '2026-03-04T13:06:07.008Z',
    },
    failures: ['Forbidden', 'NotFound', 'Disabled', ...ofChanges],
  },
  {
    name: 'signOut',
    path: signInPaths.signOut,
    method: 'post',
    summary: 'Sign out',
    description: 'Ends the session whose operator token asks. Other operator tokens are refused: revoke them instead.',
    output: SignedOut,
    example: { endSessionUrl: 'https://login.example.com/session/end?client_id=strongroom' },
    failures: ['Unauthenticated', 'Forbidden', 'NotFound', 'TooManyRequests', 'NotReady'],
    needsToken: true,
  },
  {
    name: 'backchannelLogout',
    path: signInPaths.providerLogout,
    method: 'post',
    summary: 'Report a logout at the identity provider',
    description:
      'For the identity provider (OpenID Connect Back-Channel Logout 1.0): ends the sessions of the session or subject that ' +
      'the logout token names. A token that is not valid, or was used already, is refused.',
    body: { schema: ProviderLogoutForm, example: { logout_token: 'eyJhbGciOiJSUzI1NiIs...' }, isForm: true },
    output: z.null(),
    example: null,
    failures: ['NotFound', ...ofChanges],
  },
]

type Writing = { readonly form: NumberForm; readonly failureResponses: ReturnType<typeof createFailureResponses> }

function operationOf(route: Route, { form, failureResponses }: Writing) {
  const { name, summary, description, body, output, example, failures, needsToken } = route
  const envelope = { isSuccess: true, isFailure: false, error: null, value: example }
  const content = { [mediaTypes[form]]: { schema: successOf(output), example: envelope } }
  const type = body?.isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const sent = body && { [type]: { schema: body.schema, example: body.example } }
  return {
    operationId: `auth.${name}`,
    tags: ['auth'],
    summary,
    description,
    security: needsToken ? [{ operatorToken: [] }] : [],
    ...(sent && { requestBody: { required: true, content: sent } }),
    responses: {
      200: { description: 'The result envelope.', headers: headersOf(), content },
      ...failureResponses([...failuresOfRequests, ...failures]),
    },
  }
}

/** The paths of sign-in with an identity provider. */
export const signInPathItems = (writing: Writing): ZodOpenApiPathsObject =>
  Object.fromEntries(routes.map((route) => [route.path, { [route.method]: operationOf(route, writing) }]))
