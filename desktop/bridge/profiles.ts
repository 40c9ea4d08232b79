import { z } from 'zod'
import { isServerAddress } from '../../shared/server-address.ts'
import { t } from '../words/words.ts'

export const EnvironmentColour = z.enum(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'])
export type EnvironmentColour = z.infer<typeof EnvironmentColour>

/** What an operator should never mistake: which environment this is. */
export const Environment = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1, { error: () => t('rule.notEmpty') })
    .max(24, { error: () => t('rule.atMost', { count: 24 }) }),
  colour: EnvironmentColour,
  isProduction: z.boolean().describe('rotations ask for the name of the custodian to be typed'),
})
export type Environment = z.infer<typeof Environment>

export const ServerAddress = z
  .string()
  .trim()
  .max(300, { error: () => t('rule.atMost', { count: 300 }) })
  .refine((text) => URL.canParse(text) && isServerAddress(new URL(text)), { error: () => t('rule.address') })
  .transform((text) => new URL(text).origin)

export const ProfileId = z.uuid()

/** A server that the console knows, as it is kept in a file; its token is in the keychain. */
export const Profile = z.strictObject({
  id: ProfileId,
  kind: z.enum(['server', 'local']).describe('local: the server that the console itself starts'),
  name: z
    .string()
    .trim()
    .min(1, { error: () => t('rule.notEmpty') })
    .max(60, { error: () => t('rule.atMost', { count: 60 }) }),
  url: ServerAddress,
  environment: Environment,
  caFile: z
    .string()
    .max(4096)
    .nullable()
    .describe('PEM file of the one authority to trust instead of the system roots'),
})
export type Profile = z.infer<typeof Profile>

/** What the form of a profile sends: a new one has no id yet. */
export const ProfileDraft = Profile.omit({ id: true, kind: true }).extend({ id: ProfileId.nullable() })
export type ProfileDraft = z.infer<typeof ProfileDraft>
