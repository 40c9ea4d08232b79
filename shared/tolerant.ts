import { z } from 'zod'
import { AuditKind } from './audit.ts'
import { ChainToken } from './chain-tokens.ts'
import { CustodianState } from './custodians.ts'
import { AdministeredNetwork } from './networks.ts'
import { type OperationName, operations } from './operations.ts'
import { ProviderId, Verdict } from './providers.ts'
import { ReserveAccount } from './reserve-accounts.ts'
import { Role } from './roles.ts'
import { Rotation, RotationOutcome, RotationStage } from './rotations.ts'
import { SearchResults } from './search.ts'
import { Session } from './session.ts'
import { Tenant } from './tenants.ts'
import { CreatedOperatorToken, OperatorToken, TokenState } from './token-administration.ts'
import { DeliveryState } from './webhook-deliveries.ts'
import { DisabledReason, EventType } from './webhooks.ts'

/** Words of which a newer server may have more. What knows only those of the contract has to ask `isKnown` first. */
const growing: ReadonlySet<z.core.$ZodType> = new Set<z.core.$ZodType>([
  AuditKind,
  CustodianState,
  ProviderId,
  Role,
  RotationStage,
  RotationOutcome,
  TokenState,
  Verdict,
  DeliveryState,
  DisabledReason,
  EventType,
])

const notDisabled = { disabled: false, disabledAt: null }

/** Members that came to the contract later, with what it means that an older server leaves them out. */
const laterMembers: ReadonlyMap<z.core.$ZodType, Readonly<Record<string, unknown>>> = new Map<
  z.core.$ZodType,
  Readonly<Record<string, unknown>>
>([
  [Rotation, { retryOf: null }],
  [Session, { role: null }],
  [Tenant, { version: 1, ...notDisabled }],
  [AdministeredNetwork, notDisabled],
  [ChainToken, notDisabled],
  [ReserveAccount, notDisabled],
  [OperatorToken, { disabledAt: null }],
  [CreatedOperatorToken, { disabledAt: null }],
  [SearchResults, { webhooks: [] }],
])

/** A word of the contract, or one that looks like one of a later contract. */
const AnyWord = z.string().regex(/^[a-z][a-z0-9.-]{0,60}$/, 'is not a word that a server may have')

const isKnown = (words: z.ZodEnum) => (word: string) => Object.values(words.enum).includes(word)

/**
 * The same schema for the answers of a server of another version. An older one may leave out what came later. Of a newer
 * one, members that it does not know are left out instead of refused, and so are words in lists such as permissions;
 * words that may be more by now stay as they came, alone and in lists.
 */
export function tolerant(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape as Record<string, z.core.$ZodType>)
    const later = laterMembers.get(schema) ?? {}
    const read = (name: string, member: z.core.$ZodType) =>
      Object.hasOwn(later, name) ? z._default(tolerant(member), later[name]) : tolerant(member)
    return z.object(Object.fromEntries(members.map(([name, member]) => [name, read(name, member)])))
  }
  if (schema instanceof z.ZodArray) return listOf(schema.element as z.core.$ZodType)
  if (schema instanceof z.ZodNullable) return z.nullable(tolerant(schema.unwrap() as z.core.$ZodType))
  return growing.has(schema) ? AnyWord : schema
}

const listOf = (element: z.core.$ZodType): z.core.$ZodType =>
  element instanceof z.ZodEnum && !growing.has(element)
    ? z.array(z.string()).transform((words) => words.filter(isKnown(element)))
    : z.array(tolerant(element))

/** What each operation answers, as the console reads it. */
export const outputs = Object.fromEntries(
  Object.entries(operations).map(([name, { output }]) => [name, tolerant(output)]),
) as Readonly<Record<OperationName, z.core.$ZodType>>

const linesShown = 3

/** Where a value is not what was expected, in a few lines. */
export function whereWrong({ issues }: z.ZodError): string[] {
  const lines = issues
    .slice(0, linesShown)
    .map(({ path, message }) => `${path.map(String).join('.').slice(0, 200) || 'value'}: ${message.slice(0, 200)}`)
  const more = issues.length - lines.length
  return more > 0 ? [...lines.slice(0, -1), `${lines.at(-1)} (and ${more} more)`] : lines
}
