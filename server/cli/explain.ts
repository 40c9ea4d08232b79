import { DataFolderError } from '../platform/data-folder-error.ts'
import { inSources } from '../platform/source-positions.ts'
import { StoreError } from '../store/store-error.ts'
import { CommandError } from './command-error.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'

/** An error as shown to a person: cause, next step and exit code. */
export type Trouble = {
  readonly reason: string
  readonly nextStep: string
  readonly exitCode: ExitCode
  /** What programs decide by, where the failure is one of a server. */
  readonly facts?: Readonly<Record<string, unknown>>
}

type SystemError = Error & { code: string; path?: string; address?: string; port?: number; hostname?: string }

const failed = (reason: string, nextStep: string): Trouble => ({ reason, nextStep, exitCode: exitCodes.failed })

const diskFull = (): Trouble => failed('the disk is full', 'Free some space, then try again.')

const unresolved = ({ hostname, code }: SystemError): Trouble =>
  failed(`the name ${hostname} cannot be resolved (${code})`, 'Correct the name, or use an address.')

const ofSystem: Readonly<Record<string, (error: SystemError) => Trouble>> = {
  EADDRINUSE: ({ address, port }) =>
    failed(
      `port ${port} on ${address} is already in use`,
      'Choose another with --port, or with --metrics for the metrics; port 0 takes any free one.',
    ),
  EADDRNOTAVAIL: ({ address }) =>
    failed(`this machine has no address ${address}`, 'Choose one of its own with --host, or omit --host.'),
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  ENOSPC: diskFull,
  EACCES: ({ path, port }) => ({
    reason: `permission denied: ${path ?? `port ${port}`}`,
    nextStep: 'Change the permissions, or choose another one.',
    exitCode: exitCodes.access,
  }),
}

const fileFaults: Readonly<Record<string, readonly [reason: string, nextStep: string]>> = {
  ENOENT: ['it does not exist', 'Correct the path.'],
  EISDIR: ['it is a folder', 'Name a file.'],
  ENOTDIR: ['a part of its path is no folder', 'Correct the path.'],
  EROFS: ['its file system is read-only', 'Choose a place that this user can write to.'],
}

function ofFile({ code, message, path = 'one of the named files' }: SystemError): Trouble {
  const [reason, nextStep] = fileFaults[code] ?? [message, 'Choose another one, or fix it.']
  return failed(`cannot use ${path}: ${reason}`, nextStep)
}

function ofStore(error: StoreError): Trouble {
  if (error.cause === 'full') return diskFull()
  if (error.cause === 'rejected') return ofBug(error)
  if (error.cause === 'read-only')
    return failed(
      `the data folder or database cannot be written (${error.detail})`,
      'Make the files of the folder, or the database, writable for this user; "strongroom doctor" says more.',
    )
  if (error.cause === 'busy')
    return failed(`the database is busy (${error.detail})`, 'Wait until other commands have ended, then try again.')
  return failed(`the database cannot be used (${error.detail})`, 'Run "strongroom doctor" with the same options.')
}

const ofCertificate = (code: string): Trouble =>
  failed(`the certificate or its key cannot be used (${code})`, 'Check the files of --tls-cert and --tls-key.')

/** Bugs are printed with a stack trace, expected errors in one line. */
function ofBug(error: unknown): Trouble {
  process.stderr.write(`${error instanceof Error ? inSources(error.stack ?? error.message) : String(error)}\n`)
  return failed('unexpected error', 'Report it with the output above.')
}

/** Turns anything a command threw into an explanation. */
export function explain(error: unknown): Trouble {
  if (error instanceof CommandError)
    return { reason: error.message, nextStep: error.nextStep, exitCode: error.exitCode, facts: error.facts }
  if (error instanceof DataFolderError) return failed(error.message, error.nextStep)
  if (error instanceof StoreError) return ofStore(error)
  const { code: anyCode, syscall } = error as { code?: unknown; syscall?: string }
  const code = String(anyCode ?? '')
  if (ofSystem[code]) return ofSystem[code](error as SystemError)
  if (syscall) return ofFile(error as SystemError)
  if (code.startsWith('ERR_OSSL_')) return ofCertificate(code)
  return ofBug(error)
}
