import { isBundle } from '../../shipped-files.ts'

/** The steps of the schema; all code of the bundle lies in its top folder. */
export const postgresMigrations = new URL(isBundle ? 'store/postgres/migrations/' : 'migrations/', import.meta.url)
