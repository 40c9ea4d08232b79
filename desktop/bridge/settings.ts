import { z } from 'zod'
import { languages } from '../words/words.ts'

export const Settings = z.strictObject({
  colourScheme: z.enum(['light', 'dark', 'auto']).default('auto'),
  language: z
    .enum(['system', ...languages])
    .default('system')
    .describe('system: the first that the system prefers'),
  density: z.enum(['comfortable', 'compact']).default('comfortable').describe('height of the rows of tables'),
  lockAfterMinutes: z
    .int()
    .min(1)
    .max(120)
    .default(10)
    .describe('minutes without a key or a click until the console locks'),
  rotationDueDays: z.int().min(1).max(3650).default(90).describe('age in days from which a pair is due for rotation'),
  unlocksWithSystem: z
    .boolean()
    .default(false)
    .describe('whether Touch ID, and unlocking the screen of this computer, unlock the console'),
  showsTrayIcon: z.boolean().default(false).describe('an icon in the tray with how much needs an operator'),
  notifies: z
    .enum(['nothing', 'critical', 'everything'])
    .default('nothing')
    .describe('what a notification of the system is shown for'),
  checksWhileLocked: z
    .boolean()
    .default(false)
    .describe('whether a locked console goes on asking the server what needs an operator'),
  offersPassphrase: z.boolean().default(true).describe('whether a sign-in offers to choose a passphrase'),
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings: Settings = Settings.parse({})
