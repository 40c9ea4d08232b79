import { serverVersion } from '../platform/version.ts'
import type { AuditLink } from '../store/inspection.ts'

/** The version of the Open Cybersecurity Schema Framework that events follow: https://schema.ocsf.io/1.3.0 */
const schemaVersion = '1.3.0'

/** Entity Management, of the category Identity & Access Management. */
const category = 3
const eventClass = 3004

const activities: Readonly<Record<string, { readonly id: number; readonly name: string }>> = {
  created: { id: 1, name: 'Create' },
  changed: { id: 3, name: 'Update' },
  rotated: { id: 3, name: 'Update' },
  deleted: { id: 4, name: 'Delete' },
  revoked: { id: 4, name: 'Delete' },
  enabled: { id: 8, name: 'Enable' },
  disabled: { id: 9, name: 'Disable' },
  frozen: { id: 12, name: 'Suspend' },
  thawed: { id: 13, name: 'Resume' },
}

/** An audit record as an OCSF event of class Entity Management (3004). */
export type SecurityEvent = {
  readonly category_uid: number
  readonly class_uid: number
  readonly activity_id: number
  readonly activity_name: string
  readonly type_uid: number
  /** Epoch milliseconds. */
  readonly time: number
  /** 1: informational, 3: medium. */
  readonly severity_id: number
  /** 1: success, 2: failure. */
  readonly status_id: number
  readonly status_detail?: string
  readonly message: string
  readonly actor: { readonly user: { readonly name: string; readonly uid?: string } }
  readonly entity: { readonly type: string; readonly uid: string }
  readonly metadata: {
    readonly version: string
    readonly product: { readonly name: string; readonly vendor_name: string; readonly version: string }
    readonly log_name: 'audit'
    readonly event_code: string
    /** The hash of the record: the same record sent twice has the same. */
    readonly uid: string
    readonly sequence: number
    readonly correlation_uid?: string
  }
  /** The record's remaining members, and the hash before it, so that a receiver can check the chain. */
  readonly unmapped: Readonly<Record<string, string | null>>
}

type Details = Readonly<Record<string, string>>

/** Rotations, validations and checks are about a custodian; a freeze, keys, data and backups about the platform. */
function entityOf({ kind, custodianId, tenantId }: AuditLink, details: Details): SecurityEvent['entity'] {
  const [subject = ''] = kind.split('.')
  const named = details[`${subject.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Id`]
  if (named) return { type: subject, uid: named }
  if (custodianId) return { type: 'custodian', uid: custodianId }
  if (tenantId) return { type: 'tenant', uid: tenantId }
  return { type: 'platform', uid: 'platform' }
}

/** A rotation that stored nothing, keys that a provider did not accept, a token that was turned away. */
const isFailure = (kind: string, { outcome = 'stored', verdict = 'valid' }: Details): boolean =>
  kind === 'token.refused' ||
  kind === 'sign-in.refused' ||
  !['stored', 'unchanged'].includes(outcome) ||
  verdict !== 'valid'

export function toSecurityEvent(link: AuditLink): SecurityEvent {
  const { actorTokenId, requestId, ...details } = JSON.parse(link.details) as Details
  const verb = link.kind.split('.').at(-1) ?? ''
  const activity = activities[verb] ?? { id: 99, name: verb }
  const hasFailed = isFailure(link.kind, details)
  const correlation = link.rotationId ?? requestId
  return {
    category_uid: category,
    class_uid: eventClass,
    activity_id: activity.id,
    activity_name: activity.name,
    type_uid: eventClass * 100 + activity.id,
    time: link.at,
    severity_id: hasFailed ? 3 : 1,
    status_id: hasFailed ? 2 : 1,
    ...(details.reason && { status_detail: details.reason }),
    message: `${link.actor}: ${link.kind}`,
    actor: { user: { name: link.actor, ...(actorTokenId && { uid: actorTokenId }) } },
    entity: entityOf(link, details),
    metadata: {
      version: schemaVersion,
      product: { name: 'Strongroom', vendor_name: 'Strongroom', version: serverVersion },
      log_name: 'audit',
      event_code: link.kind,
      uid: link.hash,
      sequence: Number(link.sequence),
      ...(correlation && { correlation_uid: correlation }),
    },
    unmapped: {
      tenantId: link.tenantId,
      custodianId: link.custodianId,
      rotationId: link.rotationId,
      ...(requestId && { requestId }),
      previousHash: link.previous,
      details: link.details,
    },
  }
}
