import { DataFolderError } from '../../platform/data-folder-error.ts'
import { KeyError } from '../../vault/key-encryption-key.ts'
import { type DatabasePlace, nameOfDatabase } from '../database-place.ts'
import type { StoreError } from '../store-error.ts'
import { asStoreError } from './fault-of.ts'

type Explanation = readonly [code: RegExp, reason: (place: DatabasePlace) => string, nextStep: string]

/** What keeps a command from using a database at all, by SQLSTATE, the code of Node, or {@link codeOf}. */
const explanations: readonly Explanation[] = [
  [
    /^28|^NOPASSWORD$/,
    ({ user }) => `it refuses user "${user}" or its password`,
    'Check the user, its password (--store-password-file, --store-password-fd or PGPASSWORD) and pg_hba.conf.',
  ],
  [/^3D000$/, () => 'there is no such database', 'Create it with createdb, or correct the URL.'],
  [
    /^42501$/,
    ({ user }) => `user "${user}" may not do this there`,
    'Run "strongroom store migrate" as the owner of the database, with --service-role for this user.',
  ],
  [
    /^42P01$/,
    ({ user }) => `user "${user}" finds no tables of Strongroom there, though this server acknowledged changes`,
    'Restore it from a backup, or correct the URL. For a new database use an empty data folder.',
  ],
  [
    /CERT|^ERR_TLS|^ERR_SSL|ISSUER|^NOTLS$/,
    ({ hosts }) => `its certificate is not valid for ${hosts.map(({ host }) => host).join(' or ')}, or it has none`,
    'Name its authority with sslrootcert=FILE in the URL, and its host as the certificate does.',
  ],
  [
    /^(25006|55000)$/,
    () => 'it is a standby, which takes no writes',
    'Name the host of the primary in the URL, or all hosts separated by commas.',
  ],
  [
    /^ENCODING$/,
    () => 'its encoding is not UTF8',
    "Create a database with ENCODING 'UTF8' TEMPLATE template0; a dump of this one can be restored there.",
  ],
  [/^SCHEMA$/, () => 'it was written by a newer version', 'Install that version on this machine too.'],
  [
    /^(08|57P|53|E(?!RROR$)[A-Z_]+$|TIMEOUT)/,
    () => 'it cannot be reached',
    'Check that it runs and takes connections, and the host and port of the URL.',
  ],
]

/** What pg throws without a code. */
const uncoded: readonly (readonly [message: RegExp, code: string])[] = [
  [/does not support SSL/, 'NOTLS'],
  [/password must be a/, 'NOPASSWORD'],
]

const codeOf = ({ detail, message }: StoreError): string =>
  detail === 'ERROR' ? (uncoded.find(([text]) => text.test(message))?.[1] ?? detail) : detail

/** Does the work; what keeps the database from being used is thrown with its name, the reason and the next step. */
export async function explained<Output>(place: DatabasePlace, work: () => Promise<Output>): Promise<Output> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof DataFolderError || isAboutFile(thrown)) throw thrown
    if (thrown instanceof KeyError) throw ofPassword(thrown)
    const error = asStoreError(thrown)
    const found = explanations.find(([code]) => code.test(codeOf(error)))
    if (!found) throw thrown
    const [, reason, nextStep] = found
    throw new DataFolderError(`${nameOfDatabase(place)}: ${reason(place)} (${codeOf(error)})`, nextStep, 'database')
  }
}

const isAboutFile = (error: unknown) => typeof (error as { path?: unknown }).path === 'string'

const ofPassword = ({ message, nextStep }: KeyError) =>
  new DataFolderError(`the password file ${message}`, nextStep, 'database')
