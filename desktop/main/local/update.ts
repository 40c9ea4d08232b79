import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { Backup, LocalAnswer, LongTask } from '../../bridge/local.ts'
import type { CheckedUpdate, PreparedUpdate } from '../../bridge/update.ts'
import { localServer as texts } from '../../words/en/local-server.ts'
import { t } from '../../words/words.ts'
import { type LocalFolder, ownFolderNextTo } from './folder.ts'
import type { TaskRunner } from './task.ts'

const Verified = z.object({
  sha256: z.string(),
  keyFingerprint: z.string(),
  package: z
    .object({
      program: z.enum(['console', 'server']),
      version: z.string(),
      format: z.enum(['deb', 'appimage', 'exe', 'dmg']),
    })
    .nullable(),
  fit: z.enum(['newer', 'same-version', 'older', 'other-system', 'other-architecture', 'no-package']),
  installedVersion: z.string(),
  copy: z.string().nullable(),
})
type Verified = z.infer<typeof Verified>

/** Where the verified copy is, until the console starts again. */
const copyFolderIn = (dataRoot: string): string => join(dataRoot, 'update')

export const removeCopy = (dataRoot: string): Promise<void> =>
  rm(copyFolderIn(dataRoot), { recursive: true, force: true })

const verifyArgs = (file: string) => ['update', 'verify', file, '--progress', 'json']

/** What can be installed: a newer console for this machine, and its copy. */
type Offer = {
  readonly copy: string
  readonly sha256: string
  readonly version: string
  readonly format: PreparedUpdate['format']
}

function offerIn({ package: offered, fit, copy, sha256 }: Verified): Offer | null {
  if (fit !== 'newer' || copy === null || offered?.program !== 'console') return null
  return { copy, sha256, version: offered.version, format: offered.format }
}

function checkedOf({ fit, package: offered, ...found }: Verified): Omit<CheckedUpdate, 'file' | 'data'> {
  const { installedVersion, sha256, keyFingerprint } = found
  return {
    fit: offered?.program === 'server' ? 'other-program' : fit,
    version: offered?.version ?? null,
    installedVersion,
    sha256,
    keyFingerprint,
  }
}

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`

/** Belongs to root, and exists wherever apt does. */
const archives = '/var/cache/apt/archives'

/**
 * Installs the package as root. What another program of this user could still exchange is copied first to where it
 * cannot, and verified there.
 */
function installCommand({ copy, sha256, format }: Offer): string | null {
  if (format !== 'deb') return null
  const target = `${archives}/${basename(copy)}`
  return [
    `sudo install -m 0644 ${quoted(copy)} ${target}`,
    `echo '${sha256}  ${target}' | sudo sha256sum --check`,
    `sudo apt-get install ${target}`,
  ].join(' &&\n')
}

const preparedOf = (offer: Offer, backup: string | null): PreparedUpdate => ({
  version: offer.version,
  format: offer.format,
  copy: offer.copy,
  command: installCommand(offer),
  backup,
})

type Cause = keyof typeof texts.updateRefused

const isKnown = (cause: string | null): cause is Cause => Object.hasOwn(texts.updateRefused, cause ?? '')

/** A package that cannot be trusted: why, in the words of the console first. */
const refused = ({ cause, info }: ConsoleFailure): ConsoleFailure =>
  consoleFailure('UpdateRefused', {
    info: [...(isKnown(cause) ? [t(`localServer:updateRefused.${cause}`)] : []), ...info],
  })

type Answer = Promise<Result<LocalAnswer, ConsoleFailure>>

type Parts = {
  readonly tasks: TaskRunner
  readonly server: { folder(): LocalFolder; stop(): Promise<void> }
  readonly pickPackage: () => Promise<string | null>
  readonly lastBackup: (folder: LocalFolder) => Backup | null
  readonly backUp: (folder: LocalFolder) => Answer
  /** Receives each line of a task; returns whether it was progress. */
  readonly progressOf: (task: LongTask) => (line: string) => boolean
}

/** What a verification found; null where it was cancelled. */
type Verification = Promise<Result<Verified | null, ConsoleFailure>>

type Work = Omit<Parameters<TaskRunner['run']>[1], 'onLine'>

/** Verifies a chosen package, and its copy. */
function createVerifier({ tasks, server, progressOf }: Parts) {
  async function runVerification(task: 'check-update' | 'prepare-update', work: Work): Verification {
    const printed = await tasks.run(task, { ...work, onLine: progressOf(task) })
    if (!printed.ok) return err(refused(printed.error))
    return ok(printed.value === null ? null : Verified.parse(printed.value))
  }

  return {
    /** A copy is left of a package that is offered, and of no other. */
    async verifyCopying(file: string): Verification {
      const dataRoot = dirname(server.folder().dataDir)
      const cleanUp = () => removeCopy(dataRoot)
      await cleanUp()
      const args = [...verifyArgs(file), '--copy-to', copyFolderIn(dataRoot)]
      const verified = await runVerification('check-update', { args, cleanUp })
      if (verified.ok && verified.value && !offerIn(verified.value)) await cleanUp()
      return verified
    },
    async verifyCopy({ copy, sha256 }: Offer): Verification {
      const verified = await runVerification('prepare-update', { args: verifyArgs(copy) })
      const isOther = verified.ok && verified.value !== null && verified.value.sha256 !== sha256
      return isOther ? err(refused(consoleFailure('UpdateRefused', { cause: 'changed' }))) : verified
    },
  }
}

/** Verifies a package that the operator chooses, and prepares its installation once that is confirmed. */
export function createUpdater(parts: Parts) {
  const { tasks, server, pickPackage, lastBackup, backUp } = parts
  const { verifyCopying, verifyCopy } = createVerifier(parts)
  let offer: Offer | null = null

  /** The operator's own data, if there are any. */
  function ownData(): LocalFolder | null {
    const folder = ownFolderNextTo(server.folder())
    return existsSync(folder.dataDir) ? folder : null
  }

  return {
    copy: (): string | null => offer?.copy ?? null,
    async check(): Answer {
      if (tasks.running()) return err(consoleFailure('NotAllowed'))
      offer = null
      const file = await pickPackage()
      if (file === null) return ok(null)
      const verified = await verifyCopying(file)
      if (!verified.ok) return verified
      if (verified.value === null) return ok(null)
      offer = offerIn(verified.value)
      const data = ownData()
      const saved = data && { lastBackup: lastBackup(data) }
      return ok({ kind: 'update-checked', update: { ...checkedOf(verified.value), file, data: saved } })
    },
    /** A backup is made, and the copy verified again, before the server is stopped. */
    async prepare(wantsBackup: boolean): Answer {
      const chosen = offer
      if (!chosen || tasks.running()) return err(consoleFailure('NotAllowed'))
      const data = wantsBackup ? ownData() : null
      const made = data ? await backUp(data) : ok(null)
      if (!made.ok || (data && made.value === null)) return made
      const verified = await verifyCopy(chosen)
      if (!verified.ok) {
        offer = null
        return verified
      }
      if (verified.value === null) return ok(null)
      await server.stop()
      const backup = made.value?.kind === 'backed-up' ? made.value.file : null
      return ok({ kind: 'update-prepared', prepared: preparedOf(chosen, backup) })
    },
  }
}
