import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { Profile, ProfileId } from '../../bridge/profiles.ts'
import { defaultSettings, Settings } from '../../bridge/settings.ts'

/** What the console keeps in a file: nothing secret. */
const Kept = z.strictObject({
  profiles: z.array(Profile),
  activeProfileId: ProfileId.nullable(),
  settings: Settings,
})
type Kept = z.infer<typeof Kept>

const empty: Kept = { profiles: [], activeProfileId: null, settings: defaultSettings }

export type ConsoleFile = {
  readonly current: () => Kept
  /** Written whole before it counts; throws when it cannot be. */
  change(part: Partial<Kept>): void
}

/** A file that cannot be understood is set aside, never overwritten. */
export function openConsoleFile(file: string, onChange: () => void): ConsoleFile {
  let kept = read(file)
  return {
    current: () => kept,
    change: (part) => {
      const next = { ...kept, ...part }
      write(file, next)
      kept = next
      onChange()
    },
  }
}

function read(file: string): Kept {
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') renameSync(file, `${file}.unreadable-${randomUUID()}`)
    return empty
  }
}

function write(file: string, kept: Kept): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
}
