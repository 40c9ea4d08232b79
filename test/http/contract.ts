import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { headerComponents } from '../../server/http/openapi/headers.ts'
import type { Answer } from './exchange.ts'

type Example = { readonly value: { readonly error: { readonly code: string } } }
type MediaType = { readonly examples?: Readonly<Record<string, Example>> }
type Response = {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, MediaType>>
}
type Operation = { readonly responses: Readonly<Record<string, unknown>> }
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

const documentIn = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'docs', file), 'utf8')) as Document

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { decimal: true } })
formats.default(ajv)

const validators = new Map<string, ValidateFunction>()

/** Compiled where it is needed first: a schema takes longer to compile than an answer to get. */
function validatorOf($ref: string): ValidateFunction {
  const validator = validators.get($ref) ?? ajv.compile({ $ref })
  validators.set($ref, validator)
  return validator
}

/** A place in the document, as a JSON pointer. */
const pointer = (...names: string[]) =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const at = (document: Document, where: string): unknown =>
  where
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (json, name) => (json as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )

/** What the document says of one status of one endpoint. */
type Described = {
  /** `409 RotationInProgress`; a success is its status alone. */
  readonly outcomes: readonly string[]
  /** What in an answer the document does not allow. */
  readonly faultsOf: (answer: Answer) => string[]
}

/** By endpoint (`GET /livez`) and status, what a document says. */
export type Contract = ReadonlyMap<string, ReadonlyMap<number, Described>>

const codesIn = ({ examples }: MediaType): string[] =>
  Object.values(examples ?? {}).map(({ value }) => value.error.code)

/** A Content-Type without its charset, which OpenAPI does not name. */
const mediaTypeOf = ({ headers }: Answer) => `${headers['content-type']}`.replace('; charset=utf-8', '')

type Headers = NonNullable<Response['headers']>

const contractHeaders = new Set(Object.keys(headerComponents).map((component) => component.split('.')[0] as string))

function headerFaults(required: (component: string) => boolean, named: Headers, { headers }: Answer): string[] {
  const missing = Object.keys(named).filter((name) => required(named[name]?.$ref as string) && !headers[name])
  const undocumented = [...contractHeaders].filter((name) => headers[name] && !Object.hasOwn(named, name))
  return [...missing.map((name) => `lacks ${name}`), ...undocumented.map((name) => `has ${name}, undocumented`)]
}

function contractIn(file: string): Contract {
  const document = documentIn(file)
  ajv.addSchema(document, file)
  const isRequired = (component: string): boolean =>
    (at(document, component.slice(1)) as { required?: boolean }).required === true

  function describedAt(status: string, where: string): Described {
    const { headers: named = {}, content = {} } = at(document, where) as Response
    const [type, body] = Object.entries(content)[0] ?? []
    const bodyFaults = (answer: Answer): string[] => {
      if (!type) return answer.body ? ['has a body, undocumented'] : []
      if (mediaTypeOf(answer) !== type) return [`is ${mediaTypeOf(answer)}, not ${type}`]
      const isValid = validatorOf(`${file}#${where}${encodeURI(pointer('content', type, 'schema'))}`)
      return isValid(JSON.parse(answer.body)) ? [] : [ajv.errorsText(isValid.errors)]
    }
    const codes = new Set(body ? codesIn(body) : [])
    return {
      outcomes: codes.size ? [...codes].map((code) => `${status} ${code}`) : [status],
      faultsOf: (answer) => [...headerFaults(isRequired, named, answer), ...bodyFaults(answer)],
    }
  }

  /** The place itself, or the one that it refers to. */
  const resolved = (where: string): string => (at(document, where) as { $ref?: string }).$ref?.slice(1) ?? where

  return new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => {
        const whereOf = (status: string) => resolved(pointer('paths', path, method, 'responses', status))
        const described = Object.keys(responses).map(
          (status) => [Number(status), describedAt(status, whereOf(status))] as const,
        )
        return [`${method.toUpperCase()} ${path}`, new Map(described)] as const
      }),
    ),
  )
}

/** What the committed documents say. */
export const contract = contractIn('openapi.json')
export const stringsContract = contractIn('openapi.strings.json')

/** An answer in the words of `outcomes`. */
export function outcomeOf({ status, body }: Answer): string {
  const code = body && (JSON.parse(body) as { error?: { code?: string } | null }).error?.code
  return code ? `${status} ${code}` : `${status}`
}

/** What keeps an answer from being a failure as the contract has them; null when nothing does. */
export function failureFault({ body }: Answer): string | null {
  const isFailure = validatorOf('openapi.json#/components/schemas/Failure')
  return isFailure(JSON.parse(body)) ? null : ajv.errorsText(isFailure.errors)
}
