import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { headerComponents } from '../../server/http/openapi/headers.ts'
import type { Answer } from './exchange.ts'

type Example = { readonly value: { readonly error: { readonly code: string } } }
type Response = {
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: { readonly 'application/json': { readonly examples?: Readonly<Record<string, Example>> } }
}
type Operation = { readonly responses: Readonly<Record<string, unknown>> }
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8')
const document = JSON.parse(text) as Document

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(document, 'contract')

/** A place in the document, as a JSON pointer. */
const pointer = (...names: string[]) =>
  names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const at = (where: string): unknown =>
  where
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (json, name) => (json as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )

/** The place itself, or the one that it refers to. */
const resolved = (where: string): string => (at(where) as { $ref?: string }).$ref?.slice(1) ?? where

/** What the document says of one status of one endpoint. */
type Described = {
  /** `409 RotationInProgress`; a success is its status alone. */
  readonly outcomes: readonly string[]
  /** What in an answer the document does not allow. */
  readonly faultsOf: (answer: Answer) => string[]
}

const codesIn = ({ content }: Response): string[] =>
  Object.values(content?.['application/json'].examples ?? {}).map(({ value }) => value.error.code)

const isRequired = (header: string): boolean =>
  (at(pointer('components', 'headers', header)) as { required?: boolean }).required === true

function headerFaults(named: readonly string[], { headers }: Answer): string[] {
  const missing = named.filter((name) => isRequired(name) && !headers[name])
  const undocumented = Object.keys(headerComponents).filter((name) => headers[name] && !named.includes(name))
  return [...missing.map((name) => `lacks ${name}`), ...undocumented.map((name) => `has ${name}, undocumented`)]
}

function describedAt(status: string, where: string): Described {
  const response = at(where) as Response
  const isValid = response.content && ajv.compile({ $ref: `contract#${where}/content/application~1json/schema` })
  const bodyFaults = ({ body, headers }: Answer): string[] => {
    if (!isValid) return body ? ['has a body, undocumented'] : []
    if (!`${headers['content-type']}`.startsWith('application/json')) return ['is not JSON']
    return isValid(JSON.parse(body)) ? [] : [ajv.errorsText(isValid.errors)]
  }
  const codes = new Set(codesIn(response))
  return {
    outcomes: codes.size ? [...codes].map((code) => `${status} ${code}`) : [status],
    faultsOf: (answer) => [...headerFaults(Object.keys(response.headers ?? {}), answer), ...bodyFaults(answer)],
  }
}

/** By endpoint (`GET /livez`) and status, what the committed document says. */
export const contract: ReadonlyMap<string, ReadonlyMap<number, Described>> = new Map(
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

/** An answer in the words of `outcomes`. */
export function outcomeOf({ status, body }: Answer): string {
  const code = body && (JSON.parse(body) as { error?: { code?: string } | null }).error?.code
  return code ? `${status} ${code}` : `${status}`
}

/** What keeps an answer from being a failure as the contract has them; null when nothing does. */
export function failureFault({ body }: Answer): string | null {
  const isFailure = ajv.compile({ $ref: 'contract#/components/schemas/Failure' })
  return isFailure(JSON.parse(body)) ? null : ajv.errorsText(isFailure.errors)
}
