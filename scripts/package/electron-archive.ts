import { existsSync, readFileSync } from 'node:fs'

const checksums = new URL('../../node_modules/electron/checksums.json', import.meta.url)

/** The archive that electron-builder unpacks, with the SHA-256 that Electron's own package pins for it. */
export function electronArchive(version: string, platform: string): object {
  const file = `electron-v${version}-${platform}.zip`
  const known = existsSync(checksums) ? JSON.parse(readFileSync(checksums, 'utf8')) : {}
  return {
    type: 'distribution',
    url: `https://github.com/electron/electron/releases/download/v${version}/${file}`,
    ...(known[file] && { hashes: [{ alg: 'SHA-256', content: known[file] }] }),
  }
}
