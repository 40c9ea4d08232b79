import { type BigIntStats, readFileSync, statSync } from 'node:fs'
import { type SimulatorKey, SimulatorState } from './state.ts'

const stamp = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`

/** A file changed again within one tick of the file system's clock keeps its stamp, so a young file is read each time. */
const isYoung = ({ mtimeMs }: BigIntStats): boolean => Date.now() - Number(mtimeMs) < 1_000

const parse = (text: string): SimulatorKey[] => SimulatorState.parse(JSON.parse(text)).keys

/**
 * Reads the keys from a file, again whenever it has changed. A missing file has no keys. One that cannot be read throws
 * at first; later it is reported through `warn` and the last good keys stay.
 */
export const watchStateFile = (path: string, warn: (message: string) => void): (() => readonly SimulatorKey[]) => {
  let seen = ''
  let keys: readonly SimulatorKey[] = []
  const refresh = (): void => {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (!stats || (stamp(stats) === seen && !isYoung(stats))) return
    seen = stamp(stats)
    keys = parse(readFileSync(path, 'utf8'))
  }
  refresh()
  return () => {
    try {
      refresh()
    } catch {
      warn(`${path} is not a list of simulator keys; the keys it had before stay in force. Mend the file.`)
    }
    return keys
  }
}
