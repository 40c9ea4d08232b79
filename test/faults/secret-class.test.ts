import { globSync, readFileSync } from 'node:fs'
import { format, inspect } from 'node:util'
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openLog } from '../../server/platform/log.ts'
import { fingerprintOf } from '../../server/vault/fingerprints.ts'
import { Secret } from '../../shared/secret.ts'
import { leaksIn } from './encodings.ts'

const text = `a secret of ${crypto.randomUUID()}`
const secret = new Secret(text)

/** Ways in which a value ends up where it can be read. */
const shown: Readonly<Record<string, (value: unknown) => unknown>> = {
  'made a string': (value) => String(value),
  'put into a string': (value) => `${value}`,
  'written as JSON': (value) => JSON.stringify({ credentials: { apiKey: value }, list: [value] }),
  inspected: (value) => inspect({ credentials: { apiKey: value } }, { depth: 9, showHidden: true, getters: true }),
  formatted: (value) => format('%s %o %O %j %d', value, value, value, value, value),
  cloned: (value) => inspect(structuredClone({ value }), { showHidden: true }),
  'serialized for another process': (value) => serialize({ value }).toString('latin1'),
  'the cause of an error': (value) => inspect(new Error('failed', { cause: { value } })),
  'the name of a member': (value) => JSON.stringify({ [value as string]: 1 }),
}

test.each(Object.entries(shown))('a secret that is %s does not show, as plain text would', (name, show) => {
  const leaks = (value: unknown) => leaksIn([{ name, bytes: Buffer.from(String(show(value))) }], { secret: text })
  expect(leaks(secret)).toEqual([])
  expect(leaks(text), 'the control').not.toEqual([])
})

test('a secret has no members that could be listed or spread', () => {
  expect([{ ...secret }, Object.entries(secret), Reflect.ownKeys(secret)]).toEqual([{}, [], []])
})

test('a secret sent to another thread arrives empty', async () => {
  const worker = new Worker(
    'const { parentPort } = require("node:worker_threads"); parentPort.once("message", (message) => parentPort.postMessage(JSON.stringify(message)))',
    { eval: true },
  )
  worker.postMessage({ secret })
  const [echo] = await new Promise<[string]>((resolve) => worker.once('message', (message) => resolve([message])))
  await worker.terminate()
  expect(echo).toBe('{"secret":{}}')
})

test('the fingerprint distinguishes two secrets, and is useless with another salt', () => {
  const salt = Buffer.alloc(32, 1)
  const other = Buffer.alloc(32, 2)
  const print = (value: string, of: Uint8Array) => Buffer.from(fingerprintOf(new Secret(value), of)).toString('hex')
  expect(print(text, salt)).toBe(print(text, salt))
  expect(print(text, salt)).not.toBe(print(`${text} `, salt))
  expect(print(text, salt)).not.toBe(print(text, other))
  expect(leaksIn([{ name: 'print', bytes: Buffer.from(print(text, salt)) }], { secret: text })).toEqual([])
})

test('the log writes neither secrets nor members that would hold them', () => {
  const lines: string[] = []
  const log = openLog('debug').log
  const stream = Object.getOwnPropertySymbols(log).find((symbol) => String(symbol).includes('stream'))
  ;(log as unknown as Record<symbol, unknown>)[stream as symbol] = { write: (line: string) => lines.push(line) }
  log.info({ secret, apiKey: text, body: { secretApiKey: text }, req: { headers: { authorization: text } } }, 'planted')
  expect(lines.join('')).toContain('planted')
  expect(leaksIn([{ name: 'log', bytes: Buffer.from(lines.join('')) }], { secret: text })).toEqual([])
})

test('a secret is revealed only where it is sealed, compared, named, handed to a provider, stored, or sent to a server', () => {
  const root = new URL('../../', import.meta.url).pathname
  const revealing = globSync('server/**/*.{ts,mjs}', { cwd: root }).filter((file) =>
    /\.reveal\s*\(|\[\s*['"`]reveal|\breveal\s*[,}]\s*=|\.reveal\b(?!\()/.test(readFileSync(`${root}${file}`, 'utf8')),
  )
  expect(revealing.sort()).toEqual([
    'server/cli/remote/api.ts',
    'server/cli/remote/keychain.ts',
    'server/cli/remote/provider-sign-in.ts',
    'server/cli/remote/token-store.ts',
    'server/providers/credential-validator.ts',
    'server/store/postgres/connection.ts',
    'server/vault/fingerprints.ts',
    'server/vault/holders/aws-kms.ts',
    'server/vault/holders/google-kms.ts',
    'server/vault/holders/google-token.ts',
    'server/vault/holders/pkcs11/token.ts',
    'server/vault/holders/sigv4.ts',
    'server/vault/holders/vault-transit.ts',
    'server/vault/key-id.ts',
    'server/vault/seal.ts',
    'server/webhooks/post-event.ts',
  ])
})
