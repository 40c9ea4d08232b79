import { z } from 'zod'

/** Why a server cannot do its work: `reason=disk-full` in `info` of a 503 of `/readyz`. Servers may come to have more. */
export const NotReadyReason = z.enum([
  'stopping',
  'draining',
  'audit-damaged',
  'audit-unchecked',
  'audit-stream',
  'disk-full',
  'read-only',
  'write-failed',
  'key-unreachable',
  'key-throttled',
  'key-denied',
  'key-clock',
  'key-disabled',
  'key-missing',
  'key-replaced',
])

export type NotReadyReason = z.infer<typeof NotReadyReason>
