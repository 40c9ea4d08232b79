import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer, type TestServer } from './server.ts'

/** A server that serves TLS itself, with a certificate that it signed itself for `localhost`. */
export async function startTlsServer(): Promise<TestServer & { readonly certificate: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-tls-'))
  const keyFile = join(folder, 'key.pem')
  const certFile = join(folder, 'cert.pem')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile]
  const request = [
    '-x509',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-out',
    certFile,
  ]
  try {
    execFileSync('openssl', ['req', ...key, ...request], { stdio: 'ignore' })
    const certificate = readFileSync(certFile, 'utf8')
    return { ...(await startTestServer({ tls: { certFile, keyFile } })), certificate }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
