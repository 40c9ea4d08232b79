import { custodians, tenants } from '../harness/seed.ts'

/** A request as it is sent, with the name by which a failed comparison is found. */
export type Shape = {
  readonly name: string
  readonly bytes: string
  /** Whether the fast path must have answered it. */
  readonly isFast: boolean
}

type Parts = {
  readonly method?: string
  readonly target: string
  readonly version?: string
  readonly headers: readonly string[]
  readonly body?: string
}

const bytesOf = ({ method = 'GET', target, version = '1.1', headers, body = '' }: Parts): string =>
  [`${method} ${target} HTTP/${version}`, ...headers, '', body].join('\r\n')

const wallets = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`
const reserves = '/platform/admin/reports/reserves'
const input = encodeURIComponent(
  JSON.stringify({ tenantId: tenants.first, custodianId: custodians.copper, onlyActive: true }),
)
const trpcWallets = `/trpc/custodians.wallets?batch=1&input=${encodeURIComponent(`{"0":${decodeURIComponent(input)}}`)}`

/** Targets that are answered from the response cache. */
export const cachedTargets = {
  wallets,
  reserves,
  'active wallets': `${wallets}?onlyActive=true`,
  'reserves with contracts': `${reserves}?contracts=true`,
  'a version in the query': `${reserves}?api-version=1.0`,
  'a version that is null': `${reserves}?api-version=null&contracts=false`,
  'a value in upper case': `${wallets}?onlyActive=TRUE`,
  'an absolute target': `http://localhost${reserves}`,
  'percent-encoding in the path': wallets.replace('/1/', '/%31/'),
  'an empty query': `${reserves}?`,
  'a tRPC query': `/trpc/custodians.wallets?input=${input}`,
  'the only tRPC query of a batch': trpcWallets,
  'a tRPC query of reserves': '/trpc/reports.reserves?input=%7B%7D',
} as const

const otherTargets = {
  'a page': `${reserves}?limit=1`,
  'an unknown member': `${reserves}?token=secret`,
  'a member given twice': `${wallets}?onlyActive=true&onlyActive=false`,
  'a wrong value': `${wallets}?onlyActive=perhaps`,
  'another version': `${reserves}?api-version=9`,
  'a query that is not UTF-8': `${reserves}?%ff=1`,
  'a slash at the end': `${reserves}/`,
  'two slashes': `/${reserves}`,
  'upper case': reserves.toUpperCase(),
  'a fragment': `${reserves}#x`,
  'another host in the target': `http://elsewhere.example${reserves}`,
  'another scheme': `https://localhost${reserves}`,
  'a missing custodian': wallets.replace('/12/', '/99/'),
  "another tenant's custodian": wallets.replace('/12/', `/${custodians.second}/`),
  'an ID that is none': wallets.replace('/12/', '/x/'),
  'a list without an ETag': '/platform/admin/custodians',
  'the session': '/platform/admin/session',
  'a missing path': '/nothing',
  health: '/livez',
  'two tRPC queries': `/trpc/reports.reserves,session.whoAmI?batch=1&input=%7B%7D`,
  'a tRPC query with a wrong input': '/trpc/custodians.wallets?input=%7B%7D',
  'a tRPC query without input': '/trpc/reports.reserves',
  'a tRPC query with an unknown member': '/trpc/reports.reserves?input=%7B%7D&x=1',
  'a tRPC mutation as a query': '/trpc/custodians.checkApiKeys?input=%7B%7D',
} as const

/** Lines that come with Host and Authorization, by whether the answer still comes from the fast path. */
const addedLines = {
  fast: [
    'Accept: */*',
    'ACCEPT: application/json, text/plain, */*',
    'accept: application/json; numbers=string',
    'Accept: text/html',
    'Accept-Encoding: identity',
    'Accept-Encoding: zstd',
    'Accept-Encoding: gzip, deflate, br',
    'accept-encoding: br;q=0, gzip',
    'Accept-Encoding: *',
    'Accept-Encoding: gzip\r\nAccept-Encoding: zstd',
    'If-None-Match: "other"',
    'If-None-Match: ',
    'If-None-Match: *',
    'Cookie: a=b',
    'Range: bytes=0-9',
    'Connection: close',
    'User-Agent: x\r\nCache-Control: no-cache\r\nOrigin: http://elsewhere.example',
    'Accept-Version: 2.x',
    'X-Forwarded-For: 192.0.2.1',
    'X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: x, 192.0.2.2',
    'X-Forwarded-Host: elsewhere.example\r\nX-Forwarded-Proto: https',
    'X-HTTP-Method-Override: DELETE',
  ],
  slow: [
    `X-Forwarded-For: ${'192.0.2.1, '.repeat(30)}`,
    `Accept: ${'a/b,'.repeat(300)}`,
    'trpc-accept: application/jsonl',
    'Content-Type: application/json',
    'Content-Type: text/plain\r\nContent-Type: application/json',
    'Content-Length: 0',
    'Transfer-Encoding: chunked\r\n\r\n0',
    'Idempotency-Key: 7f3e9c1a-0000-4000-8000-000000000001',
    'Idempotency-Key: x y',
    'Idempotency-Key: a\r\nIdempotency-Key: b',
    'Host: localhost',
    'Expect: 100-continue',
    'Expect: nothing',
    'Bad Header: x',
    'Authorization: Bearer x',
  ],
} as const

const hosts = {
  fast: ['Host: localhost', 'host: 127.0.0.1:8420', 'HOST: LocalHost:1'],
  slow: ['Host: elsewhere.example', 'Host: localhost:99999', 'Host: ', 'X-Host: localhost'],
} as const

const methods = ['HEAD', 'OPTIONS', 'POST', 'DELETE', 'TRACE', 'get'] as const

type Bearers = Readonly<Record<string, { readonly authorization: string | null; readonly isFast: boolean }>>

/** Request shapes, good and bad: every target, every kind of caller, and every odd header at each cached target. */
export function requestShapes(authorization: string, bearers: Bearers, etag: string): readonly Shape[] {
  const known = ['Host: localhost', `Authorization: ${authorization}`]
  const shape = (name: string, isFast: boolean, parts: Parts): Shape => ({ name, isFast, bytes: bytesOf(parts) })
  const main = Object.entries({ wallets, reserves, 'tRPC wallets': trpcWallets })
  return [
    ...Object.entries(cachedTargets).map(([name, target]) => shape(name, true, { target, headers: known })),
    ...Object.entries(otherTargets).map(([name, target]) => shape(name, false, { target, headers: known })),
    shape('an Accept that allows no form', false, {
      target: reserves,
      headers: [...known, 'Accept: application/json; numbers=words'],
    }),
    ...main.flatMap(([name, target]) => [
      ...Object.entries(bearers).map(([bearer, { authorization: given, isFast }]) =>
        shape(`${name}, ${bearer}`, isFast, {
          target,
          headers: ['Host: localhost', ...(given === null ? [] : [`Authorization: ${given}`])],
        }),
      ),
      ...Object.entries(addedLines).flatMap(([speed, lines]) =>
        lines.map((line) => shape(`${name}, ${line}`, speed === 'fast', { target, headers: [...known, line] })),
      ),
      ...[etag, etag.slice(2), `"a", ${etag}`, `${etag}x`].map((tag) =>
        shape(`${name}, If-None-Match: ${tag}`, true, { target, headers: [...known, `If-None-Match: ${tag}`] }),
      ),
      ...Object.entries(hosts).flatMap(([speed, lines]) =>
        lines.map((line) =>
          shape(`${name}, ${line}`, speed === 'fast', { target, headers: [line, `Authorization: ${authorization}`] }),
        ),
      ),
      ...methods.map((method) => shape(`${method} ${name}`, false, { method, target, headers: known })),
      shape(`${name}, HTTP/1.0`, true, { target, version: '1.0', headers: known }),
      shape(`${name}, HTTP/1.0, kept alive`, true, {
        target,
        version: '1.0',
        headers: [...known, 'Connection: keep-alive'],
      }),
      shape(`${name}, with a body`, false, { target, headers: [...known, 'Content-Length: 2'], body: '{}' }),
    ]),
  ]
}
