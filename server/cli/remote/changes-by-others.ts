import type { AuditKind, AuditRecord } from '../../../shared/audit.ts'
import type { Input } from '../../../shared/operations.ts'
import type { Api } from './api.ts'

/** Where the audit log has the changes of one object. */
export type History = {
  readonly filter: Omit<Input<'audit.list'>, 'kind' | 'limit' | 'cursor'>
  readonly kinds: readonly AuditKind[]
  /** Whether a record is of this object, where the filter does not say so. */
  readonly isMeant?: (record: AuditRecord) => boolean
}

const mostShown = 3
const searched = 200

const mostCharacters = 120

/** A value as a sentence quotes it; metadata and icons are long. */
function quoted(text = ''): string {
  const characters = [...text]
  return characters.length > mostCharacters ? `"${characters.slice(0, mostCharacters).join('')}…"` : `"${text}"`
}

/** `name "A" -> "B"`, out of the members `oldName` and `newName`. */
function valuesOf({ details }: AuditRecord): string {
  const names = Object.keys(details).filter((key) => key.startsWith('old') && `new${key.slice(3)}` in details)
  return names
    .map((key) => {
      const name = key.charAt(3).toLowerCase() + key.slice(4)
      return `${name} ${quoted(details[key])} -> ${quoted(details[`new${key.slice(3)}`])}`
    })
    .join(', ')
}

function textOf(record: AuditRecord): string {
  const verb = record.kind.split('.').at(-1)
  return `${record.actor} ${verb} it at ${record.at} ${verb === 'changed' ? `(${valuesOf(record)})` : ''}`.trim()
}

/** The newest changes of an object, as the audit log has them, in words and as records. */
export async function changesOf(api: Api, { filter, kinds, isMeant }: History, missed: number) {
  const limit = isMeant ? searched : mostShown
  const lists = await Promise.all(kinds.map((kind) => api.call('audit.list', { ...filter, kind, limit })))
  const refused = lists.find((list) => !list.ok)
  if (refused && !refused.ok)
    return { texts: [`who changed it cannot be read (${refused.error.code})`], records: null } as const
  const records = lists
    .flatMap((list) => (list.ok ? list.value.records.filter(isMeant ?? (() => true)) : []))
    .sort((one, other) => (BigInt(one.sequence) < BigInt(other.sequence) ? 1 : -1))
    .slice(0, Math.min(mostShown, Math.max(missed, 1)))
  return { texts: records.map(textOf), records } as const
}
