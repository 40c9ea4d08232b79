import { z } from 'zod'

/** The name that a caller gives a request, so that its repetition is known as one. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, { error: 'must be 1 to 255 visible ASCII characters' })
