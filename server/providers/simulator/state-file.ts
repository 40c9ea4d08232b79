import { type BigIntStats, readFileSync, statSync } from 'node:fs'
import { type SimulatorKey, SimulatorState } from './state.ts'

const stamp = ({ ino, size, mtimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs}`

/**
 * A file changed twice within one tick of the file system's clock keeps its timestamp, so a recently changed file is
 * always read.
 */
const isYoung = ({ mtimeMs }: BigIntStats): boolean => Date.now() - Number(mtimeMs) < 1_000

const parse = (text: string): SimulatorKey[] => SimulatorState.parse(JSON.parse(text)).keys

/**
 * Reads the keys from a file, and again whenever it changes. A missing file has no keys. An unreadable file throws at
 * first; later it is reported through `warn` and the last valid keys stay.
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
      warn(`${path} is not a list of simulator keys; its previous keys stay active. Fix the file.`)
    }
    return keys
  }
}
