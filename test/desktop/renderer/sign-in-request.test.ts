import { afterEach, expect, test } from 'vitest'
import { consoleFailure } from '../../../desktop/bridge/failures.ts'
import { BridgeError } from '../../../desktop/renderer/session/failure.ts'
import { queryClient } from '../../../desktop/renderer/session/query-client.ts'
import {
  askToSignIn,
  clearSignInRequest,
  postponeSignIn,
  readAgain,
  signInRequest,
} from '../../../desktop/renderer/session/sign-in-request.ts'

const signedOut = consoleFailure('SignedOut')

/** A query of a page whose token is no longer accepted. */
const queryOf = (name: string) => ({
  queryKey: [name],
  queryFn: () => Promise.reject(new BridgeError(signedOut)),
  staleTime: 0,
})
const read = (name: string) => queryClient.fetchQuery(queryOf(name)).catch(() => {})

afterEach(() => {
  clearSignInRequest()
  queryClient.clear()
})

test('a read that is refused asks to sign in', async () => {
  await read('custodians')
  expect(signInRequest()).toMatchObject({ code: 'SignedOut' })
})

test('once the operator chose to sign in later, a read that repeats does not ask again', async () => {
  queryClient.setQueryData(['freezes'], [])
  await read('custodians')
  postponeSignIn()
  expect(signInRequest()).toBeNull()
  await read('custodians')
  await read('freezes')
  expect(signInRequest()).toBeNull()
})

test.each<[string, () => unknown]>([
  ['a page that was not read before', () => read('audit')],
  ['a refresh', () => readAgain(() => read('custodians'))],
  ['a refused change', () => askToSignIn(signedOut)],
])('%s asks again, although signing in was postponed', async (_, ask) => {
  await read('custodians')
  postponeSignIn()
  await ask()
  expect(signInRequest()).toMatchObject({ code: 'SignedOut' })
})

test('after signing in, a read that repeats asks again', async () => {
  await read('custodians')
  postponeSignIn()
  clearSignInRequest()
  await read('custodians')
  expect(signInRequest()).toMatchObject({ code: 'SignedOut' })
})
