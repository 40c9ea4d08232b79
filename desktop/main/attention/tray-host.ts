import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const hostRegistered = [
  '--user',
  'get-property',
  'org.kde.StatusNotifierWatcher',
  '/StatusNotifierWatcher',
  'org.kde.StatusNotifierWatcher',
  'IsStatusNotifierHostRegistered',
]

/** Milliseconds after which a session bus that does not respond counts as absent. */
const timeout = 10_000

/** Whether a panel of this desktop shows icons of programs. GNOME has one only with an extension. */
export async function findTrayHost(): Promise<boolean> {
  const output = await promisify(execFile)('busctl', hostRegistered, { timeout }).catch(() => null)
  return output?.stdout === 'b true\n'
}
