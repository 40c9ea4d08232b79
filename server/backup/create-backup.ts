import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { administer } from '../data-folder.ts'
import { publish } from '../platform/durable-files.ts'
import type { OnProgress } from '../platform/progress.ts'
import { serverVersion } from '../platform/version.ts'
import type { Administration, StoredFiles } from '../store/administration.ts'
import type { AnchorState } from '../store/inspection.ts'
import type { Store } from '../store/store.ts'
import { BackupError } from './backup-error.ts'
import { faultOf } from './examine.ts'
import { type Manifest, namesIn } from './manifest.ts'
import { writeArchive } from './write-archive.ts'

export type MadeBackup = { readonly file: string; readonly sha256: string; readonly manifest: Manifest }
type Request = {
  readonly dataDir: string
  readonly target: string
  readonly actor: string
  readonly onProgress?: OnProgress
}

/** Each goes through all bytes, and they take about as long as each other. */
const steps = ['copying', 'checking', 'packing'] as const

/**
 * Backs up a folder that may be served meanwhile. The backup has its name only once it is whole, verified and in the
 * audit.
 */
export async function createBackup(store: Store, { dataDir, target, actor, ...request }: Request): Promise<MadeBackup> {
  const tell = teller(request.onProgress)
  const file = fileOf(target)
  const making = `${file}.making`
  const administration = administer(dataDir)
  const copy = administration.at(making)
  removeUnfinished(making, copy)
  mkdirSync(making, { mode: 0o700 })
  try {
    const anchor = await administration.copyTo(making, (done, all) => tell('copying', done, all))
    const size = await copy.size()
    tell('checking', 0, size)
    const manifest = await examined(copy, anchor)
    writeFileSync(join(making, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    const archive = join(making, 'backup.tar')
    const sha256 = await writeArchive(archive, {
      folder: making,
      names: namesIn(copy.files),
      onPacked: (bytes) => tell('packing', Math.min(bytes, size), size),
    })
    const details = { file: basename(file), sha256, head: manifest.auditHead.sequence }
    await store.recordAudit({ kind: 'backup.created', actor, at: Date.now(), details })
    publish(archive, file)
    return { file, sha256, manifest }
  } finally {
    rmSync(making, { recursive: true })
  }
}

const isUnfinished = (name: string, { isOfCopy }: StoredFiles) =>
  name === 'backup.tar' || name === 'manifest.json' || isOfCopy(name)

/** Removes what a killed backup left behind, and nothing that is another's. */
function removeUnfinished(making: string, { files }: Administration): void {
  const found = lstatSync(making, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isDirectory() || !readdirSync(making).every((name) => isUnfinished(name, files)))
    throw new BackupError(
      `cannot assemble the backup in ${making}: another file or folder has this name`,
      'Move it away, or choose another file.',
    )
  rmSync(making, { recursive: true })
}

const teller =
  (onProgress: OnProgress = () => {}) =>
  (step: (typeof steps)[number], done: number, allBytes: number) =>
    onProgress({ step, doneBytes: Math.floor((steps.indexOf(step) * allBytes + done) / steps.length), allBytes })

/** The named file, or one named after the time in the named folder. */
function fileOf(target: string): string {
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false
  const time = new Date().toISOString().replaceAll(':', '-').replace(/\.\d+/, '')
  const file = resolve(isFolder ? join(target, `strongroom-${time}.tar`) : target)
  if (existsSync(file)) throw new BackupError(`${file} already exists and was not overwritten`, 'Choose another file.')
  if (!existsSync(dirname(file)))
    throw new BackupError(`the folder ${dirname(file)} does not exist`, 'Create it, or choose another one.')
  return file
}

async function examined({ inspect }: Administration, anchor: AnchorState): Promise<Manifest> {
  await using copy = await inspect()
  const fault = await faultOf(copy, anchor)
  if (fault)
    throw new BackupError(
      `the data cannot be backed up: its copy failed verification: ${fault}`,
      'Run "strongroom doctor" with the same --data. No backup was created.',
    )
  return {
    format: 'strongroom-backup-1',
    createdAt: new Date().toISOString(),
    strongroom: serverVersion,
    schema: copy.schema.applied,
    auditHead: copy.anchor as { sequence: string; hash: string },
    keyIds: [...(await copy.credentialsByKey()).keys()],
  }
}
