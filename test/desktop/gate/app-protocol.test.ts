import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAppProtocol } from '../../../desktop/main/window/app-protocol.ts'

let root: string
let serve: ReturnType<typeof createAppProtocol>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'strongroom-protocol-'))
  for (const folder of ['renderer/assets', 'main', 'renderer-sibling'])
    await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'renderer/index.html'), '<meta name="style-nonce" content="__STYLE_NONCE__" />')
  await writeFile(join(root, 'renderer/assets/one.js'), 'ours')
  for (const file of ['secret.txt', 'main/index.js', 'renderer-sibling/index.js', 'renderer/assets/database.sqlite'])
    await writeFile(join(root, file), 'secret')
  serve = createAppProtocol(join(root, 'renderer'))
})
afterAll(() => rm(root, { recursive: true }))

const ask = (url: string, method = 'GET') => serve({ method, url })
const nonceIn = (text: string | null) => /nonce-([\w-]+)'/.exec(text ?? '')?.[1]

describe('the app protocol serves a file of the renderer', () => {
  test.each(['assets/one.js', 'assets/%6fne.js', 'assets/../assets/one.js', './assets/one.js?x#y'])(
    '%s',
    async (path) => {
      const given = await ask(`app://console/${path}`)
      expect([given.status, await given.text()]).toEqual([200, 'ours'])
      expect(given.headers.get('x-content-type-options')).toBe('nosniff')
    },
  )
})

describe('a path outside the renderer folder is not served', () => {
  test.each([
    '../secret.txt',
    '%2e%2e/secret.txt',
    '..%2fsecret.txt',
    '..%2Fmain%2Findex.js',
    '%2e%2e%2fsecret.txt',
    '%252e%252e%252fsecret.txt',
    '..%5csecret.txt',
    '..\\secret.txt',
    'assets/..%2f..%2f..%2fsecret.txt',
    '%2fetc/hosts.txt',
    '/etc/hosts.txt',
    '..%2frenderer-sibling/index.js',
    '%2e%2e%2frenderer-sibling%2findex.js',
    'index.html%00.txt',
    '%00',
    'assets/one.js%00',
    '%c0%ae%c0%ae/secret.txt',
    '%e0%80%ae%e0%80%ae/secret.txt',
    '%',
    '%zz',
    '%ud800',
    '',
    'assets',
    'assets/',
    'assets/one',
    'assets/database.sqlite',
    'constructor',
    `${'a/'.repeat(5_000)}x.js`,
    `${'a'.repeat(100_000)}.js`,
  ])('%s', async (path) => {
    const given = await ask(`app://console/${path}`)
    expect([given.status, await given.text()]).toEqual([404, ''])
  })
})

test.each([
  'app://elsewhere/assets/one.js',
  'app://console.evil.test/assets/one.js',
  'app://console:8080/assets/one.js',
  'app://CONSOLE.evil/assets/one.js',
  'app:///assets/one.js',
  'app:assets/one.js',
  'file:///assets/one.js',
  'https://console/assets/one.js',
])('the app protocol serves no other host or scheme: %s', async (url) => {
  expect((await ask(url)).status).toBe(404)
})

test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'get'])(
  'the app protocol rejects the method %s',
  async (method) => {
    expect((await ask('app://console/assets/one.js', method)).status).toBe(404)
  },
)

describe('the content security policy', () => {
  test('is the same fixed text on every file', async () => {
    for (const path of ['index.html', 'assets/one.js']) {
      const policy = (await ask(`app://console/${path}`)).headers.get('content-security-policy') ?? ''
      expect(policy.replace(/'nonce-[\w-]{22}'/, "'nonce-…'").split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'nonce-…'",
        "img-src 'self' data:",
        "font-src 'self'", // the fonts are part of the package
        "connect-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ])
    }
  })

  test('has a nonce that changes with each load and matches the page', async () => {
    const nonces = new Set<string>()
    for (let load = 0; load < 100; load += 1) {
      const given = await ask('app://console/index.html')
      const nonce = nonceIn(given.headers.get('content-security-policy')) ?? ''
      expect(await given.text()).toBe(`<meta name="style-nonce" content="${nonce}" />`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(100)
  })
})
