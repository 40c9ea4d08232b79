import type { Settled, WarnedLine } from './batches.ts'
import type { RefusedLine } from './detect.ts'
import { createRejectedFile } from './rejected-file.ts'

/** Number of lines by result. */
export type Counts = {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly skipped: number
  readonly refused: number
}

/** Limit of warnings reported individually; all are counted. */
const mostWarnings = 100

/** Counts the results of a file's lines and writes the refused ones to a file next to it. */
export function createTally(file: string) {
  const rejected = createRejectedFile(file)
  const counts = { added: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0 }
  let otherBlocks = 0
  let warned = 0
  const warnings: WarnedLine[] = []
  const refuse = (lines: readonly RefusedLine[]) => {
    counts.refused += lines.length
    rejected.add(lines)
  }
  return {
    counts: counts as Counts,
    refuse,
    skip() {
      counts.skipped += 1
    },
    settle({ count, refused, ...settled }: Settled) {
      warned += settled.warned.length
      warnings.push(...settled.warned.slice(0, mostWarnings - warnings.length))
      counts.added += count.added
      counts.changed += count.changed
      counts.unchanged += count.unchanged
      otherBlocks += count.refused.filter(({ isOtherBlock }) => isOtherBlock).length
      refuse(refused)
    },
    /** Number of refused lines that belong to another block than the one stored. */
    otherBlocks: () => otherBlocks,
    /** Number of lines imported with a warning, and the first of them. */
    warnings: () => ({ warned, warnings }),
    close: rejected.close,
  }
}

export type Tally = ReturnType<typeof createTally>
