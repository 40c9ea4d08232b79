import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname

const sourcesOf = (...folders: readonly string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs,js,cts,html}`),
    { cwd: root },
  ).map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

const product = sourcesOf('server', 'desktop', 'shared', 'client')
const page = sourcesOf('desktop/renderer', 'desktop/preload')

const namesWith = (sources: typeof product, pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test('the search reaches the whole product (control)', () => {
  expect(product.length).toBeGreaterThan(500)
  expect(namesWith(product, /createDecipheriv/)).toContain('server/vault/aes-gcm.ts')
  expect(namesWith(page, /PasswordInput/)).toContain('desktop/renderer/parts/passphrase-form.tsx')
})

test.each([
  ['code that is made of text', /\beval\(|new Function\(|\bFunction\(['"`]|node:vm['"]|setTimeout\(['"`]/],
  ['a shell', /\bshell: (true|['"`])|\bexecSync\b|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/],
  ['random numbers that can be guessed', /Math\.random/],
  ['pseudo-random or weak cryptography of another library', /from '(crypto-js|node-forge|tweetnacl|bcryptjs|md5|sha1)/],
  [
    'a parser for documents, YAML or serialised objects',
    /DOMParser|xml2js|fast-xml|js-yaml|node-serialize|v8\.deserialize/,
  ],
])('nothing in the product uses %s', (_, pattern) => {
  expect(namesWith(product, pattern)).toEqual([])
})

test.each([
  ['puts text in as markup', /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc=/i],
  ['stores anything in the browser', /localStorage|sessionStorage|indexedDB|document\.cookie|caches\.open/],
  [
    'opens a connection or talks to another window',
    /WebSocket|EventSource|XMLHttpRequest|\bfetch\(|postMessage|RTCPeer/,
  ],
  ['keeps out what is pasted', /onPaste=\{[^}]*preventDefault/],
])('nothing in the page %s', (_, pattern) => {
  expect(namesWith(page, pattern)).toEqual([])
})

test('only one file parses XML', () => {
  expect(namesWith(product, /from '(saxes|sax)'/)).toEqual(['shared/icon-svg.ts'])
})

test('only seven files start a process, each with a list of arguments that no shell reads', () => {
  expect(namesWith(product, /'node:child_process'/).sort()).toEqual([
    'desktop/main/attention/tray-host.ts',
    'desktop/main/lock/screen-lock.ts',
    'server/cli/remote/keychain.ts',
    'server/cli/remote/provider-sign-in.ts',
    'server/cli/systemd.ts',
    'server/main.mjs',
    'server/vault/holders/pkcs11/module-process.ts',
  ])
})

test('regular expressions built at run time are made of constants, only in these files', () => {
  expect(namesWith(product, /new RegExp\(/).sort()).toEqual([
    'desktop/main/handlers/files.ts',
    'desktop/main/local/log-lines.ts',
    'server/cli/output.ts',
    'server/http/listener/other-methods.ts',
    'server/text/skeleton.ts',
    'shared/operator-token.ts',
  ])
})

const algorithms = new Set(
  product.flatMap(({ text }) =>
    [
      ...text.matchAll(
        /\b(?:createHash|createHmac|hash|hkdfSync|hkdf|createSign|createVerify|sign|verify)\(\s*'([\w-]+)'/g,
      ),
      ...text.matchAll(/'(aes-[\w-]+|chacha20-[\w-]+|des-[\w-]+|rc4)'/g),
    ].map(([, name]) => name as string),
  ),
)

test('every algorithm in the code is in the inventory of docs/security-inventory.md, and none of them is broken', () => {
  expect([...algorithms]).toEqual(expect.arrayContaining(['sha256', 'aes-256-gcm']))
  const inventory = readFileSync(join(root, 'docs/security-inventory.md'), 'utf8')
  for (const name of algorithms) {
    expect(inventory).toContain(`\`${name}\``)
    expect(name).not.toMatch(/md5|sha-?1$|^des|rc4|ecb|cbc/i)
  }
})
