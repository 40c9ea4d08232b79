import { createHash, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverVersion } from '../../server/platform/version.ts'
import { type Key, makeRelease, pemOf, signWith } from '../package/release-folder.ts'

export const spkiOf = ({ publicKey }: Key) => publicKey.export({ type: 'spki', format: 'pem' }).toString()

export const fingerprintOf = ({ publicKey }: Key): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')

const debianArchitecture = process.arch === 'arm64' ? 'arm64' : 'amd64'

/** The name of the console's package for this machine. */
export const debOf = (version: string): string => `strongroom_${version}_${debianArchitecture}.deb`

const [major = '0'] = serverVersion.split('.')

/** A version after the one under test. */
export const newerVersion = `${Number(major) + 1}.0.0`

/** A release as its build job leaves it, signed by the script that signs releases. */
export async function signedRelease(folder: string, files: Readonly<Record<string, string | Buffer>>, key: Key) {
  const recorded = await makeRelease(folder, files)
  const { status, said } = await signWith(pemOf(key), `${folder}=${recorded}`)
  if (status !== 0) throw new Error(said)
}

/** Signs checksums that the script would refuse to sign. */
export function signText(folder: string, text: string, { privateKey }: Key): void {
  writeFileSync(join(folder, 'SHA256SUMS'), text)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, readFileSync(join(folder, 'SHA256SUMS')), privateKey))
}
