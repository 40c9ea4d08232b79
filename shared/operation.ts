import type { z } from 'zod'
import type { FailureCode } from './failure.ts'
import type { Permission } from './permissions.ts'

/** The REST mirror of an operation. */
export type Rest<Output> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `{name}` parameters, named as in the input; `{id}` is the custodian's. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** What the envelope's `value` is when it succeeds. */
  readonly answer: string
  /** Its own failures, besides those that `failuresOf` adds for every endpoint of its kind. */
  readonly failures: readonly FailureCode[]
  /** One answer, for the API documents. */
  readonly example: Output
  /** The answer has an ETag and honors If-None-Match. */
  readonly hasEtag?: true
  /** A list paged by `limit` and `cursor`: only when one of them is given, or always. */
  readonly paged?: 'when-asked' | 'always'
  /** Begins a rotation: accepts an Idempotency-Key and returns the rotation ID in a header. */
  readonly rotates?: true
  /** The answer has the `version` of its value as ETag. */
  readonly versionTag?: true
  /** Answers 201 with the `Location` of what it created: this path and the `id` of its value. */
  readonly creates?: true
  /** One body, for the API documents; without it, that of credentials. */
  readonly bodyExample?: Readonly<Record<string, unknown>>
  /** Rejected credentials are a ValidationError whose value is the result all the same, as in this example. */
  readonly refusalExample?: Output
}

export type Endpoint = Rest<unknown>

export type Operation = {
  readonly kind: 'query' | 'mutation'
  /** Permission that the token needs; null if any valid token may call it. */
  readonly permission: Permission | null
  /** Only for tokens without a tenant. */
  readonly platformOnly?: true
  /** Needs the `version` that the change is based on; REST reads it from If-Match. */
  readonly versioned?: true
  readonly input: z.core.$ZodType
  readonly output: z.core.$ZodType
  /** Null for the pages of a list, which REST answers at the address of the list. */
  readonly rest: Endpoint | null
}

type Row<Kind, Permitted, Input, Output extends z.core.$ZodType> = {
  readonly kind: Kind
  readonly permission: Permitted
  readonly platformOnly?: true
  readonly versioned?: true
  readonly input: Input
  readonly output: Output
  readonly rest: Rest<z.output<Output>> | null
}

/** One row of the table of operations; its examples must be what the operation answers. */
export const operation = <
  Kind extends Operation['kind'],
  Permitted extends Permission | null,
  Input extends z.core.$ZodType,
  Output extends z.core.$ZodType,
>(
  row: Row<Kind, Permitted, Input, Output>,
) => row
