import { z } from 'zod'
import { t } from '../words/words.ts'

/** Consecutive wrong passphrases after which only the token unlocks, where there is one. */
export const passphraseAttempts = 10

/** What may unlock the console in the token's place. */
export const Passphrase = z
  .string()
  .min(8, { error: () => t('rule.atLeast', { count: 8 }) })
  .max(200, { error: () => t('rule.atMost', { count: 200 }) })
