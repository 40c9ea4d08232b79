import { z } from 'zod'

/** A caller's own word, cut to what fits a line. */
export const shorten = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text)

function linesOf(issue: z.core.$ZodIssue, known: readonly string[]): string[] {
  const path = issue.path.join('.')
  if (issue.code === 'invalid_type' && !path) return ['input: must be an object']
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${shorten(key)}: is not known here; known are ${known.join(', ') || 'none'}`)
  return [path ? `${path}: ${issue.message}` : issue.message]
}

/** One line per failed rule; names members, never their values. */
export function infoOf(error: z.ZodError, schema: z.ZodType): string[] {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return error.issues.flatMap((issue) => linesOf(issue, known))
}
