import { z } from 'zod'
import { IdInput, requiredOr, Timestamp } from './primitives.ts'

const versionRule =
  'must be a whole number from 1; on REST, If-Match must be one ETag as the object was answered, such as "3"'

/** The version that a change is based on. */
export const VersionInput = z.preprocess(
  (raw) => (typeof raw === 'bigint' || (typeof raw === 'string' && /^[1-9]\d{0,14}$/.test(raw)) ? Number(raw) : raw),
  z.int(versionRule).min(1, versionRule),
) as unknown as z.ZodType<number, number | string>

/** Of every object that administrators change. */
export const versionMember = {
  version: z.int().min(1).describe('increases by one with each change of it by an administrator or an import'),
}

/** Of what can be disabled. */
export const disabledMembers = {
  disabled: z.boolean().describe('whether it is disabled'),
  disabledAt: Timestamp.nullable().describe('since when it is disabled; null while it is not'),
}

/** Of what administrators change and disable. */
export const itemMembers = { ...versionMember, ...disabledMembers }

const isLabel = (text: string, most: number): boolean =>
  text.length <= most && text.trim() !== '' && !/\p{Cc}/u.test(text)

/** Text that names something, on one line. */
export const LabelInput = (most: number) => {
  const rule = `must be text of at most ${most} characters without control characters`
  return z.string({ error: requiredOr(rule) }).refine((text) => isLabel(text, most), rule)
}

const addressRule = 'must be 1 to 200 visible ASCII characters without white space'

/** An address on a blockchain network. */
export const AddressInput = z.string({ error: requiredOr(addressRule) }).regex(/^[\x21-\x7e]{1,200}$/, addressRule)

/** The ID that something new gets. */
export const NewIdInput = IdInput.optional().describe(
  'identifier; by default the next one that was never used. Only for tokens of platform administrators',
)

/** At least one member that the change sets, besides the id and the version. */
const setsSomething = (input: object): boolean => Object.values(input).filter((value) => value !== undefined).length > 2
const nothingToSet = { error: 'must set at least one member', path: ['input'] }

/** The input of a change: what names the object and its version, and the members that can be set. */
export const changeInput = <Shape extends z.ZodRawShape>(members: z.ZodObject<Shape, z.core.$strict>) =>
  members.refine(setsSomething, nothingToSet)
