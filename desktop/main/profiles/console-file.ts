import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { tolerant } from '../../../shared/tolerant.ts'
import type { Problem } from '../../bridge/failures.ts'
import { Backup } from '../../bridge/local.ts'
import { Profile, ProfileId } from '../../bridge/profiles.ts'
import { defaultSettings, Settings } from '../../bridge/settings.ts'
import { t } from '../../words/words.ts'

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? t('system:settingsFile.unknownReason')

const setAside = (aside: string): Problem => ({
  message: t('system:settingsFile.setAside.message', { aside }),
  nextStep: t('system:settingsFile.setAside.nextStep'),
})

const fileProblem = (kind: 'unreadable' | 'unwritable', file: string, error: unknown): Problem => ({
  message: t(`system:settingsFile.${kind}.message`, { file, reason: reasonOf(error) }),
  nextStep: t(`system:settingsFile.${kind}.nextStep`),
})

/** What the console keeps in a file: nothing secret. */
const Kept = z.strictObject({
  profiles: z.array(Profile),
  activeProfileId: ProfileId.nullable(),
  settings: Settings,
  /** The last back-up of each server of this machine, by the id of its profile. */
  lastBackups: z.record(ProfileId, Backup).default({}),
  sessionEnds: z
    .record(ProfileId, z.string())
    .default({})
    .describe('of profiles whose token is a session with an identity provider: when it ends'),
  unerased: z.array(ProfileId).readonly().default([]).describe('profiles whose token the keychain is still to erase'),
})
type Kept = z.infer<typeof Kept>

/** A newer console may have kept more. */
const Found = tolerant(Kept) as z.core.$ZodType<Kept>

const empty: Kept = {
  profiles: [],
  activeProfileId: null,
  settings: defaultSettings,
  lastBackups: {},
  sessionEnds: {},
  unerased: [],
}

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
    return { kept: z.parse(Found, JSON.parse(readFileSync(file, 'utf8'))), problem: null, mayWrite: true }
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
    return { problem: fileProblem('unreadable', file, error), mayWrite: false }
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
    return fileProblem('unwritable', file, error)
  }
}

function tidy(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // Where nothing can be written, nothing can be removed either.
  }
}
