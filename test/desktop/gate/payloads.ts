import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Method, methods } from '../../../desktop/bridge/channels.ts'
import type { Payload } from '../../../desktop/bridge/schema.ts'
import { defaultSettings } from '../../../desktop/bridge/settings.ts'

const id = randomUUID()
const environment = { label: 'Test', colour: 'teal', isProduction: false } as const
const draft = { id: null, name: 'Desk', url: 'https://desk.test', environment, caFile: null }

/** Good payloads of every method and every variant of it. */
export const goodPayloads: { readonly [Name in Method]: readonly Payload<Name>[] } = {
  call: [
    { profileId: id, path: 'custodians.list', input: {} },
    { profileId: id, path: 'audit.list', input: { limit: 10, custodianId: '11', kind: undefined } },
    { profileId: null, path: 'session.whoAmI' },
    { profileId: id, path: 'custodians.updateApiKeys', input: { custodianId: '11', apiKey: 'a' }, idempotencyKey: id },
  ],
  wallets: [
    { profileId: id, request: { tenantId: '1', custodianId: '11', onlyActive: false } },
    { profileId: null, request: { listingId: id, from: 500 } },
  ],
  state: [null, { recheck: 'keychain' }],
  profile: [{ do: 'save', profile: draft }, { do: 'remove', id }, { do: 'select', id }, { do: 'pick-ca' }],
  signIn: [
    { profileId: id, source: 'clipboard' },
    { profileId: id, source: 'file' },
    { profileId: id, source: 'identity-provider' },
    { profileId: id, cancel: 'identity-provider' },
  ],
  signOut: [{ profileId: id }],
  test: [
    { ...draft, id, url: 'http://127.0.0.1:8080/' },
    { profileId: id, ask: 'readiness' },
    { profileId: id, ask: 'identity-provider' },
  ],
  lock: [
    { do: 'lock' },
    { do: 'unlock', with: 'passphrase', passphrase: 'wrong' },
    { do: 'unlock-with', source: 'button' },
    { do: 'set-passphrase', passphrase: null },
  ],
  settings: [defaultSettings],
  save: [
    { name: 'reserves.csv', text: 'a,b' },
    { name: 'token.txt', secret: { of: 'token', id: '31' } },
  ],
  copy: [{ text: '0xabc' }, { secret: { of: 'webhook', id: '31' } }, { forget: 'secret' }],
  local: [
    { do: 'start', withDemo: true },
    { do: 'import', network: 'Ethereum' },
    { do: 'reveal', what: 'data' },
    { do: 'reveal-refused', index: 0 },
    { do: 'log' },
  ],
}

/** Keys and names that mean something to JavaScript. */
const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'valueOf',
  '',
  '0',
  '$',
] as const

const cyclic = (): unknown => {
  const one: { self?: unknown; list: unknown[] } = { list: [] }
  one.self = one
  one.list.push(one)
  return one
}
const deep = () =>
  Array.from({ length: 5_000 }).reduce<unknown>((inner) => ({ do: 'lock', inner, input: [inner] }), null)
const huge = () => 'x'.repeat(1_000_000)

/** All that structured clone lets through, and what a frame that was taken over might hope for. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, maxDepth: 3 }),
  fc.constantFrom(undefined, null, Number.NaN, -0, Infinity, 2n ** 70n, '', '\0', '\ud800', '../../etc/passwd'),
  fc.constantFrom('file:///etc/passwd', 'javascript:alert(1)', 'http://evil.test', 'https://user:pass@evil.test/x?y#z'),
  fc.constantFrom('http://127.0.0.1.evil.test', 'http://localhost@evil.test', 'https://evil.test\n', 'a/../b.csv'),
  fc.constantFrom(...hostileNames),
  fc.constantFrom<unknown>(new Error('x'), /x/g, new Uint8Array(8), Object.create(null), new Map([['do', 'lock']]), []),
)
const rarelyHuge = fc.oneof(
  { weight: 999, arbitrary: hostileValue },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 2).map((at) => [cyclic, deep, huge][at]?.()) },
)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets an own property of any name, `__proto__` included. */
function withMember(object: object, name: string, value: unknown): object {
  const copy = { ...object }
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true })
  return copy
}

const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([each]) => each !== name))

/** One change to a value, at any depth: a member more, less, or with another value. */
function changed(value: unknown): fc.Arbitrary<unknown> {
  if (!isObject(value)) return rarelyHuge
  const names = Object.keys(value)
  const name = fc.constantFrom(...names, ...hostileNames)
  const member = (at: string) => (Object.hasOwn(value, at) ? (value as Record<string, unknown>)[at] : null)
  return fc.oneof(
    fc.tuple(name, rarelyHuge).map(([at, other]) => withMember(value, at, other)),
    name.chain((at) => changed(member(at)).map((other) => withMember(value, at, other))),
    name.map((at) => without(value, at)),
    rarelyHuge,
  )
}

const everyGood = methods.flatMap((name) =>
  goodPayloads[name].map((payload) => ({ name: name as string, payload: payload as unknown })),
)

const wrongNames = fc.oneof(
  fc.constantFrom<string>(...hostileNames),
  fc.constantFrom('Call', 'call ', 'state\0', 'ipcMain', 'invoke', 'on', '__defineGetter__', 'signin', 'SAVE'),
  fc.string(),
)

/** Calls near the good ones: another name, a member changed, or another payload altogether. */
export const fuzzedCall = fc.constantFrom(...everyGood).chain(({ name, payload }) =>
  fc.record({
    name: fc.oneof(
      { weight: 8, arbitrary: fc.constant(name) },
      { weight: 1, arbitrary: fc.constantFrom<string>(...methods) },
      { weight: 1, arbitrary: wrongNames },
    ),
    payload: fc.oneof(
      { weight: 2, arbitrary: fc.constant(payload) },
      { weight: 6, arbitrary: changed(payload) },
      { weight: 2, arbitrary: changed(payload).chain(changed) },
      { weight: 1, arbitrary: rarelyHuge },
    ),
  }),
)
