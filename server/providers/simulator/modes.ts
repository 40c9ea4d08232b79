import { z } from 'zod'

/** What the simulator does with the requests of one key. */
export const Mode = z.enum([
  'ok',
  'other-account',
  'accepts-anything',
  'wrong-signature',
  'unknown-key',
  'expired-certificate',
  'no-permission',
  'ip-refused',
  'skewed-clock',
  'throttled',
  'throttled-retry-after',
  'locked-out',
  '500',
  '502-html',
  'html',
  'error-in-200',
  'malformed-json',
  'redirect',
  'hang',
  'slow-headers',
  'dribble',
  'reset',
  'huge-body',
  'gzip-bomb',
])
export type Mode = z.infer<typeof Mode>
