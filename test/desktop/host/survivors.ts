import { readdirSync, readFileSync } from 'node:fs'

/** The processes whose environment carries the mark: those started with it, and all that they started. */
export function survivors(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(mark))
    .map(Number)
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return '' // It ended meanwhile, or is another user's.
  }
}
