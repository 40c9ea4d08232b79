import type { CreateDocumentOptions, oas31 } from 'zod-openapi'
import { writtenAsNumber } from '../../../shared/primitives.ts'

/** 2^63-1; a JavaScript number can only come near it, so the text of the document is mended by `openApiText`. */
export const largestInt64 = 9_223_372_036_854_775_807n

export const int64: oas31.SchemaObject = {
  type: 'integer',
  format: 'int64',
  minimum: 1,
  maximum: Number(largestInt64),
}

const digits: oas31.SchemaObject = { type: 'string', pattern: '^[1-9][0-9]{0,18}$' }
const exactNumber = 'exact: a number token with all its digits, so read it with a parser that keeps them'

type Override = NonNullable<CreateDocumentOptions['override']>

/** Writes int64 and decimals as REST has them; inside the server and on tRPC they are text. */
export const numbersOf: Override = ({ jsonSchema, zodSchema, io }) => {
  const kind = writtenAsNumber.get(zodSchema)?.kind
  if (!kind) return
  const { description } = jsonSchema
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  const numeric = io === 'input' ? { oneOf: [int64, digits] } : kind === 'int64' ? int64 : { type: 'number' }
  const told = kind === 'decimal' ? [description, exactNumber].filter(Boolean).join('; ') : description
  Object.assign(jsonSchema, numeric, told && { description: told })
}
