import { readFileSync } from 'node:fs'

type Locked = { readonly version?: string; readonly integrity?: string }

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}

/** SHA-512 of the archive that npm installed, in hex, or null where the lockfile has none. */
export function lockedHash(name: string, version: string): string | null {
  const [, locked] =
    Object.entries(lock.packages).find(
      ([place, entry]) => place.endsWith(`node_modules/${name}`) && entry.version === version,
    ) ?? []
  const [algorithm, digest = ''] = locked?.integrity?.split('-') ?? []
  return algorithm === 'sha512' ? Buffer.from(digest, 'base64').toString('hex') : null
}
