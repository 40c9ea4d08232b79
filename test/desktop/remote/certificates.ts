import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Certificate = { readonly key: string; readonly cert: string }

export type SignOptions = {
  /** As openssl writes alternative names; 127.0.0.1 by default. */
  readonly name?: string
  /** Days from now at which it begins and ends to be valid; from now on for two days by default. */
  readonly from?: number
  readonly until?: number
}

export type Authority = AsyncDisposable & {
  /** The authority's own certificate, in PEM. */
  readonly caFile: string
  /** A server's certificate signed by it. */
  sign(options?: SignOptions): Promise<Certificate>
}

/** `x509 -req` cannot say when a certificate begins to be valid; `ca` can, and wants a book about what it signed. */
const signingRules = `[ca]
default_ca=test
[test]
database=index.txt
serial=serial
new_certs_dir=.
default_md=sha256
policy=any
unique_subject=no
[any]
commonName=supplied
`

/** YYMMDDHHMMSSZ, as openssl reads it. */
const dateIn = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, '').slice(2, 14)}Z`

/** A certificate authority in a folder of its own, made by openssl. */
export async function createAuthority(commonName = 'Strongroom Test Authority'): Promise<Authority> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-authority-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    `/CN=${commonName}`,
  )
  await writeFile(join(folder, 'rules'), signingRules)
  await writeFile(join(folder, 'index.txt'), '')
  return {
    caFile: join(folder, 'ca.pem'),
    sign: async ({ name = 'IP:127.0.0.1', from = 0, until = 2 } = {}) => {
      await writeFile(join(folder, 'names'), `subjectAltName=${name}`)
      await openssl('req', ...newKey, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=strongroom.test')
      const validity = ['-startdate', dateIn(from), '-enddate', dateIn(until)]
      const signing = ['-cert', 'ca.pem', '-keyfile', 'ca.key', '-create_serial', '-extfile', 'names', ...validity]
      await openssl('ca', '-batch', '-notext', '-config', 'rules', '-in', 'request.pem', '-out', 'cert.pem', ...signing)
      const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((file) => readFile(join(folder, file), 'utf8')))
      return { key: key as string, cert: cert as string }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
