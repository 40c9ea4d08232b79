import type { CreateDocumentOptions, oas31 } from 'zod-openapi'
import { writtenAsNumber } from '../../../shared/primitives.ts'
import type { NumberForm } from '../response/number-form.ts'

/** 2^63-1; a JavaScript number can only come near it, so `openApiText` corrects the text of the document. */
export const largestInt64 = 9_223_372_036_854_775_807n

const digits = '^[1-9][0-9]{0,18}$'
const int64: oas31.SchemaObject = { type: 'integer', format: 'int64', minimum: 1, maximum: Number(largestInt64) }
const int64Text: oas31.SchemaObject = { type: 'string', format: 'int64', pattern: digits }
const decimalText: oas31.SchemaObject = {
  type: 'string',
  format: 'decimal',
  pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$',
}
const exactNumber = 'exact: the JSON number has all digits, so use a parser that preserves them'

/** An int64 in a path or a query. */
export const int64Parameter: Readonly<Record<NumberForm, oas31.SchemaObject>> = { number: int64, string: int64Text }

type Place = { readonly kind: 'int64' | 'decimal'; readonly io: 'input' | 'output' }

const schemaOf: Readonly<Record<NumberForm, (place: Place) => oas31.SchemaObject>> = {
  number: ({ kind, io }) => {
    if (io === 'input') return { oneOf: [int64, { type: 'string', pattern: digits }] }
    return kind === 'int64' ? int64 : { type: 'number' }
  },
  string: ({ kind }) => (kind === 'int64' ? int64Text : decimalText),
}

type Override = NonNullable<CreateDocumentOptions['override']>

/** Describes int64 and decimals as REST writes them in this form; inside the server and on tRPC they are text. */
export const numbersIn =
  (form: NumberForm): Override =>
  ({ jsonSchema, zodSchema, io }) => {
    const kind = writtenAsNumber.get(zodSchema)?.kind
    if (!kind) return
    const { description } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    const note = kind === 'decimal' && form === 'number' ? exactNumber : undefined
    const about = [description, note].filter(Boolean).join('; ')
    Object.assign(jsonSchema, schemaOf[form]({ kind, io }), about && { description: about })
  }
