import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program of this machine is, or null. */
export function whereIs(program: string): string | null {
  const found = (process.env.PATH ?? '').split(delimiter).find((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
  return found ? join(found, program) : null
}

/** Why a test cannot run here, or null. */
export function lacking(...programs: readonly string[]): string | null {
  const missing = programs.filter((program) => !whereIs(program))
  return missing.length > 0 ? `missing on this machine: ${missing.join(', ')}` : null
}

/** Chromium, under any of the names that the bootstrap accepts. */
export const chromiumProgram: string | null =
  ['chromium', 'chromium-browser', 'google-chrome'].map(whereIs).find(Boolean) ?? null

/** Chromium without windows of its own, which starts at a third of the cost; where it is not installed, the one with windows. */
export const headlessProgram: string | null = whereIs('chromium-headless-shell') ?? chromiumProgram

/** Why no page can be opened here, or null. */
export const noBrowser: string | null = chromiumProgram ? null : 'Chromium is not installed'
