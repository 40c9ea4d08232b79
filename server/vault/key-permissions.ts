import { realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { DataFolderError } from '../platform/data-folder-error.ts'

/**
 * Throws a `DataFolderError` where another user than root could read the open key file or put another one in its place:
 * by its mode, its owner, or the folder that holds it or a link to it. Windows has none of these; there the profile of the
 * user is what keeps others away.
 */
export function assertPrivate(path: string, file: Stats): void {
  const user = process.geteuid?.()
  if (user === undefined) return
  if (![user, 0].includes(file.uid)) throw foreign(`its key file belongs to another user (uid ${file.uid}, ${path})`)
  if ((file.mode & 0o077) !== 0 && !isSystemdCredential(path, file))
    throw new DataFolderError(`its key file permissions are too open (${path})`, `Run: chmod 0400 ${path}`)
  // A pipe or a descriptor is in no folder that matters.
  if (!file.isFile()) return
  for (const folder of new Set([path, realpathSync(path)].map(dirname))) assertFolder(folder, user)
}

function assertFolder(folder: string, user: number): void {
  const { uid, mode } = statSync(folder)
  if (![user, 0].includes(uid))
    throw foreign(`the folder of its key file belongs to another user (uid ${uid}, ${folder})`)
  // With the sticky bit, as /tmp has it, others may add files but not replace this one.
  if ((mode & 0o022) !== 0 && (mode & 0o1000) === 0)
    throw new DataFolderError(
      `other users can write to the folder of its key file (${folder})`,
      `Run: chmod go-w ${folder}`,
    )
}

const foreign = (reason: string) =>
  new DataFolderError(
    reason,
    'Run the command as the user that owns the key file, or put it into a folder of this user.',
  )

/** systemd gives a service its credentials as files of root with mode 0440, which an ACL opens for its user alone. */
function isSystemdCredential(path: string, { uid, mode }: Stats): boolean {
  const folder = process.env.CREDENTIALS_DIRECTORY
  if (!folder || uid !== 0 || (mode & 0o777) !== 0o440) return false
  return realpathSync(path).startsWith(`${realpathSync(folder)}${sep}`)
}
