import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Certificate = { readonly key: string; readonly cert: string }

export type Authority = AsyncDisposable & {
  /** The authority's own certificate, in PEM. */
  readonly caFile: string
  /** A server's certificate signed by it; for 127.0.0.1 and two days unless told otherwise, expired with negative days. */
  sign(options?: { readonly name?: string; readonly days?: number }): Promise<Certificate>
}

/** A certificate authority in a folder of its own, made by openssl. */
export async function createAuthority(name = 'Strongroom Test Authority'): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-authority-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  await openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', `/CN=${name}`)
  return {
    caFile: join(folder, 'ca.pem'),
    sign: async ({ name = 'IP:127.0.0.1', days = 2 } = {}) => {
      await writeFile(join(folder, 'names'), `subjectAltName=${name}`)
      await openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=strongroom.test')
      const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
      await openssl('x509', '-req', '-in', 'request.pem', '-out', 'cert.pem', '-days', `${days}`, ...signing)
      const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((file) => readFile(join(folder, file), 'utf8')))
      return { key: key as string, cert: cert as string }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
