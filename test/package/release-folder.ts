import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checksumsOf } from '../../scripts/package/checksums.ts'

const script = join(import.meta.dirname, '../../scripts/sign-release.mjs')

export type Key = { readonly privateKey: KeyObject; readonly publicKey: KeyObject }

/** A key for one test. */
export const makeKey = (): Key => generateKeyPairSync('ed25519')

/** What a build job leaves: files and their sums. Answers the SHA-256 of the sums, which the job records. */
export async function makeRelease(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  await writeFile(join(folder, 'SHA256SUMS'), await checksumsOf(Object.keys(files).map((name) => join(folder, name))))
  return createHash('sha256')
    .update(await readFile(join(folder, 'SHA256SUMS')))
    .digest('hex')
}

type Signing = { readonly status: number; readonly said: string }

/** Signs a release whose packages carry these public keys. */
export async function signCarrying(carried: string, input: string, ...args: readonly string[]): Promise<Signing> {
  const env = { PATH: process.env.PATH, STRONGROOM_RELEASE_PUBLIC_KEY: carried }
  const child = execFile('/usr/bin/env', ['node', script, ...args], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said += text
    })
  child.stdin?.on('error', () => {}) // a release that is refused is refused before the key is read
  child.stdin?.end(input)
  const [status] = await once(child, 'close')
  return { status, said }
}

/** Runs the script that signs releases, on the plain Node of the system, with a key on standard input. */
export const signWith = (input: string, ...args: readonly string[]): Promise<Signing> =>
  signCarrying('', input, ...args)

export const pemOf = ({ privateKey }: Key) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
