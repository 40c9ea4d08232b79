import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { KeyEncryptionKey } from '../../key-encryption-key.ts'
import type { KeyUri } from '../../key-uri.ts'
import type { KeyHolder } from '../holder.ts'
import type { ModuleWork } from './messages.ts'
import { moduleProcess } from './module-process.ts'
import { parsePkcs11 } from './pkcs11-uri.ts'

/** A key in a hardware module or another token with a PKCS #11 module. A token has no versions of a key. */
export function pkcs11Holder(uri: KeyUri): KeyHolder {
  const { modulePath, key: asked, keyId } = parsePkcs11(uri)
  assertAddon()
  const ask = (work: ModuleWork) => moduleProcess(modulePath).ask({ key: asked, work })
  const key: KeyEncryptionKey = {
    id: keyId,
    secret: null,
    wrap: (dataKey, place) => ask({ kind: 'encrypt', data: dataKey, bound: place }),
    unwrap: async (wrapped, place) => Buffer.from(await ask({ kind: 'decrypt', data: wrapped, bound: place })),
  }
  return {
    name: keyId,
    find: (wanted) => (wanted === keyId ? key : null),
    async newest() {
      await ask({ kind: 'look' })
      return key
    },
  }
}

/** Without an asking process, which would start and fail for each request. */
function assertAddon(): void {
  if (isAddonBuilt()) return
  throw new Error(
    'pkcs11: needs the addon pkcs11js, which is not here. Build it with "npm rebuild pkcs11js --ignore-scripts=false".',
  )
}

function isAddonBuilt(): boolean {
  try {
    const { resolve } = createRequire(import.meta.url)
    return existsSync(join(dirname(resolve('pkcs11js/package.json')), 'build/Release/pkcs11.node'))
  } catch {
    return false
  }
}
