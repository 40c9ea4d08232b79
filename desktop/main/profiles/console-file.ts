import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Problem } from '../../bridge/failures.ts'
import { Backup } from '../../bridge/local.ts'
import { Profile, ProfileId } from '../../bridge/profiles.ts'
import { defaultSettings, Settings } from '../../bridge/settings.ts'
import { tolerant } from '../remote/tolerant.ts'

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'for an unknown reason'

const setAside = (aside: string): Problem => ({
  message: `The file of the servers and settings could not be understood. It was set aside as ${aside}, and the console begins without it.`,
  nextStep:
    'Add the servers and sign in again; or close the console, mend that file and give it back the name console.json.',
})

const unreadableFile = (file: string, error: unknown): Problem => ({
  message: `${file} cannot be read (${reasonOf(error)}), so the console begins without its servers and settings and keeps new ones until it is closed. The file was left as it is.`,
  nextStep: 'Let this user read and write that file and its folder, then start the console again.',
})

const unwritableFile = (file: string, error: unknown): Problem => ({
  message: `${file} cannot be written (${reasonOf(error)}), so changes of servers and settings are kept until the console is closed.`,
  nextStep:
    'Make room on that disk or let this user write into that folder; the next change is written with all before it.',
})

/** What the console keeps in a file: nothing secret. */
const Kept = z.strictObject({
  profiles: z.array(Profile),
  activeProfileId: ProfileId.nullable(),
  settings: Settings,
  /** The last back-up of each server of this machine, by the id of its profile. */
  lastBackups: z.record(ProfileId, Backup).default({}),
  unerased: z.array(ProfileId).readonly().default([]).describe('profiles whose token the keychain is still to erase'),
})
type Kept = z.infer<typeof Kept>

/** A newer console may have kept more. */
const Found = tolerant(Kept) as z.ZodType<Kept>

const empty: Kept = { profiles: [], activeProfileId: null, settings: defaultSettings, lastBackups: {}, unerased: [] }

export type ConsoleFile = {
  readonly current: () => Kept
  /** What stands between this and the file. */
  readonly problem: () => Problem | null
  /** Counts for this session even where it cannot be written, which is then the problem. */
  change(part: Partial<Kept>): void
}

type Start = { readonly kept: Kept; readonly problem: Problem | null; readonly mayWrite: boolean }

/** A file that cannot be understood is set aside, never overwritten. */
export function openConsoleFile(file: string, onChange: () => void): ConsoleFile {
  const start = read(file)
  let { kept } = start
  let unwritten: Problem | null = null
  return {
    current: () => kept,
    problem: () => unwritten ?? start.problem,
    change: (part) => {
      kept = { ...kept, ...part }
      if (start.mayWrite) unwritten = write(file, kept)
      onChange()
    },
  }
}

function read(file: string): Start {
  try {
    return { kept: Found.parse(JSON.parse(readFileSync(file, 'utf8'))), problem: null, mayWrite: true }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kept: empty, problem: null, mayWrite: true }
    return { kept: empty, ...putAside(file) }
  }
}

function putAside(file: string): Omit<Start, 'kept'> {
  const aside = `${file}.unreadable-${randomUUID()}`
  try {
    renameSync(file, aside)
    return { problem: setAside(aside), mayWrite: true }
  } catch (error) {
    return { problem: unreadableFile(file, error), mayWrite: false }
  }
}

/** Whole or not at all. */
function write(file: string, kept: Kept): Problem | null {
  const draft = `${file}.${randomUUID()}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, file)
    return null
  } catch (error) {
    tidy(draft)
    return unwritableFile(file, error)
  }
}

function tidy(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // Where nothing can be written, nothing can be removed either.
  }
}
