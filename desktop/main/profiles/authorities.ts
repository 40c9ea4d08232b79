import type { ConsoleFile } from './console-file.ts'

/** Which files of certificate authorities are opened: the page hands back the name of one, but it can choose none. */
export type Authorities = {
  /** Whether it was chosen in a dialog, now or for a profile that is kept; null names none. */
  isChosen(caFile: string | null): boolean
  choose(caFile: string): void
}

export function createAuthorities(file: ConsoleFile): Authorities {
  const chosen = new Set<string>()
  return {
    isChosen: (caFile) =>
      caFile === null || chosen.has(caFile) || file.current().profiles.some((profile) => profile.caFile === caFile),
    choose: (caFile) => void chosen.add(caFile),
  }
}
