import type { AuditKind } from '../../shared/audit.ts'
import type { Id } from '../../shared/primitives.ts'

/** Who does something and when (epoch milliseconds), as the audit tells it. */
export type By = {
  readonly actor: string
  /** The operator token that acts; a command has none. */
  readonly actorTokenId?: Id | undefined
  /** The request that asks for it. */
  readonly requestId?: string | undefined
  readonly at: number
}

export type NewAuditRecord = By & {
  readonly kind: AuditKind
  readonly tenantId?: Id
  readonly custodianId?: Id
  readonly rotationId?: string
  readonly details?: Readonly<Record<string, string>>
}

/** An operator token that acts on others: it must be valid and have all that it grants. */
export type ByToken = By & { readonly actorTokenId: Id }

/** Who acts, without what else comes with them. */
export const actorIn = ({ actor, actorTokenId, requestId, at }: By): By => ({ actor, actorTokenId, requestId, at })
