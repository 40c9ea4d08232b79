import { z } from 'zod'
import type { SoFar } from '../../bridge/progress.ts'

const bytes = z.number().int().nonnegative()

const Told = z.object({ step: z.string(), doneBytes: bytes, allBytes: bytes })

/** How far a command is, when the line tells that. */
export function soFarIn(line: string): SoFar | null {
  try {
    return Told.parse(JSON.parse(line))
  } catch {
    return null
  }
}
