import type { ComponentType } from 'react'
import type { AuditKind } from '../../../../../shared/audit.ts'
import type { QualifiedKey } from '../../../../words/translate.ts'
import type { EditValues, Faults } from '../../../data/edits.ts'
import type { ReserveObject } from './object-rows.ts'

/** The words of each kind are under its name. */
export type ObjectKind = 'networks' | 'chainTokens' | 'reserveAccounts'

type Versioned = { readonly id: string; readonly version: number }

export type FieldsProps<Values extends EditValues> = Pick<Faults, 'faults'> & {
  readonly values: Values
  readonly set: (name: keyof Values & string, value: string | null) => void
}

/** How one kind of object is named, edited and sent. */
export type ObjectSubject<Item extends ReserveObject, Values extends EditValues> = {
  readonly kind: ObjectKind
  readonly nameOf: (item: Item) => string
  /** Where the audit log has its changes: their kind, and the member of the details that has its ID. */
  readonly changes: { readonly kind: AuditKind; readonly member: string }
  readonly empty: Values
  readonly valuesOf: (item: Item) => Values
  readonly labels: Readonly<Record<keyof Values & string, QualifiedKey>>
  /** Without an ID, the server chooses it. */
  readonly create: (values: Values, id: string | undefined) => Promise<Item>
  readonly read: (id: string) => Promise<Item>
  readonly update: (item: Versioned, changes: Partial<Values>) => Promise<Item>
  readonly remove: (item: Versioned) => Promise<Item>
  readonly disable: (item: Versioned) => Promise<Item>
  readonly enable: (item: Versioned) => Promise<Item>
  readonly Fields: ComponentType<FieldsProps<Values>>
  /** A value in words, where it is not text itself. */
  readonly said?: (name: keyof Values & string, value: string | null) => string | null
}
