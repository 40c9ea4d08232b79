import { isBundle } from '../../shipped-files.ts'

/** All code of the bundle lies in its top folder. */
const at = (path: string): URL => new URL(isBundle ? `store/sqlite/${path}` : path, import.meta.url)

/** Files of the adapter besides its code, and the entry of its thread. */
export const sqliteFiles = { migrations: at('migrations/'), writer: at(`writer.${isBundle ? 'js' : 'ts'}`) } as const
