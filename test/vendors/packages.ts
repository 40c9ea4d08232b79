import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Says why software of others cannot be asked here; null where it can. */
export const missingVendors: string | null = existsSync(new URL('node_modules', import.meta.url))
  ? null
  : 'its packages are not installed; "npm run test:vendors" installs and runs them'

/** Loads a package of this folder when it is first used: neither the gate nor `npm test` installs these. */
export const loadVendor = (name: string) => createRequire(import.meta.url)(name)
