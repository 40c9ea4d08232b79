import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holderAt } from '../../../server/vault/holders/holders.ts'
import { parseKeyUri } from '../../../server/vault/key-uri.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { startTransitServer } from './transit-server.ts'

/** A certificate for `localhost`, signed by itself. */
function makeCertificate(folder: string, name: string) {
  const files = { key: join(folder, `${name}-key.pem`), cert: join(folder, `${name}.pem`) }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', files.key]
  const subject = ['-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-out', files.cert], { stdio: 'ignore' })
  return files
}

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

const newestAt = async (uri: string) => (await holderAt(parseKeyUri(uri))).newest()

const latest: RequestListener = (_, response) => response.end('{"data":{"latest_version":4}}')

function tokenIn(folder: string): string {
  const file = join(folder, 'token')
  writeFileSync(file, 'token', { mode: 0o600 })
  return file
}

test('a holder is asked only where its certificate is signed by the named authority, for its name', async () => {
  await using folder = await temporaryFolder()
  const own = makeCertificate(folder.path, 'own')
  const other = makeCertificate(folder.path, 'other')
  let asked = 0
  const count: RequestListener = (request, response) => {
    asked += 1
    latest(request, response)
  }
  const server = createTlsServer({ key: readFileSync(own.key), cert: readFileSync(own.cert) }, count)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const uriOf = (host: string, caFile?: string) =>
    `vault:https://${host}:${portOf(server)}/transit/keys/desk?token-file=${tokenIn(folder.path)}${caFile ? `&ca-file=${caFile}` : ''}`
  try {
    await expect(newestAt(uriOf('localhost'))).rejects.toMatchObject({ cause: 'unreachable' })
    await expect(newestAt(uriOf('localhost', other.cert))).rejects.toMatchObject({ cause: 'unreachable' })
    await expect(newestAt(uriOf('127.0.0.1', own.cert))).rejects.toMatchObject({ cause: 'unreachable' })
    expect(asked, 'no token was sent').toBe(0)
    expect((await newestAt(uriOf('localhost', own.cert))).id, 'control').toBe('vault:transit/desk:v4')
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

test('a redirect is not followed, so that no other server gets the token', async () => {
  await using folder = await temporaryFolder()
  const seen: string[] = []
  const target = createServer((request, response) => {
    seen.push(`${request.headers['x-vault-token']}`)
    latest(request, response)
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const location = `http://127.0.0.1:${portOf(target)}/v1/transit/keys/desk`
  const server = createServer((_, response) => response.writeHead(307, { location }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place = (port: number) => `vault:http://127.0.0.1:${port}/transit/keys/desk?token-file=${tokenIn(folder.path)}`
  try {
    await expect(newestAt(place(portOf(server)))).rejects.toMatchObject({ cause: 'unreachable' })
    expect(seen).toEqual([])
  } finally {
    for (const each of [server, target]) {
      each.closeAllConnections()
      await new Promise((resolve) => each.close(resolve))
    }
  }
})

test('a token is read for each request, and refused where others may read its file', async () => {
  await using folder = await temporaryFolder()
  const server = await startTransitServer()
  const file = join(folder.path, 'token')
  const uri = `vault:${server.url}/transit/keys/desk?token-file=${file}`
  try {
    await expect(newestAt(uri), 'there is none yet').rejects.toMatchObject({ cause: 'denied' })
    writeFileSync(file, server.token, { mode: 0o600 })
    const key = await newestAt(uri)
    const wrapped = await key.wrap(Buffer.alloc(32, 1), 'place')
    server.tokens.clear()
    server.tokens.add('renewed-by-an-agent')
    await expect(key.unwrap(wrapped, 'place'), 'control').rejects.toMatchObject({ cause: 'denied' })
    writeFileSync(file, 'renewed-by-an-agent')
    expect((await key.unwrap(wrapped, 'place')).equals(Buffer.alloc(32, 1))).toBe(true)
    chmodSync(file, 0o644)
    const asked = server.asked.length
    await expect(key.unwrap(wrapped, 'place')).rejects.toMatchObject({ cause: 'denied' })
    expect(server.asked.length).toBe(asked)
    expect(server.asked.filter(({ path }) => path.endsWith('renew-self')).length).toBe(1)
  } finally {
    await server.close()
  }
})
