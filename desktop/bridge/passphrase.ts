import { z } from 'zod'

/** What may unlock the console in the token's place. */
export const Passphrase = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(200, 'must have at most 200 characters')
