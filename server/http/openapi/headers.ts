import type { oas31 } from 'zod-openapi'
import { contractVersion } from '../../../shared/contract-version.ts'

const text = (description: string, example: string): oas31.HeaderObject => ({
  description,
  schema: { type: 'string' },
  example,
})

/** The headers of the contract, wherever they occur; the part after a dot distinguishes the meanings of one header. */
export const headerComponents = {
  'request-id': { ...text('ID of this request in the server log', 'q0ZqUo1FfXJm-1a'), required: true },
  'api-supported-versions': { ...text('supported values of api-version', contractVersion), required: true },
  'rotation-id': text(
    'ID of the rotation in the list of rotations and in the audit log',
    '019a9d3e-7c51-7cc3-98c4-dc0c0c07398f',
  ),
  'idempotent-replayed': {
    description: 'on a response replayed for its Idempotency-Key; nothing was executed again',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'link.help': {
    ...text('documentation of the error code, with rel="help"', '</docs/errors#ValidationError>; rel="help"'),
    required: true,
  },
  'link.next': text(
    'next page, with rel="next"; absent on the last page and on a whole list',
    '</platform/admin/tenants?limit=100&cursor=m5JVxyCEV3VJsUpUqvbuyVsiNyJd>; rel="next"',
  ),
  etag: { ...text('version of this response, for If-None-Match', 'W/"3kTq1hZs-2"'), required: true },
  'etag.version': {
    ...text('version of the object, for If-Match', '"3"'),
    required: true,
  },
  location: { ...text('path of the new object', '/platform/admin/tenants/7'), required: true },
  'retry-after': {
    description: 'seconds to wait before the next attempt',
    schema: { type: 'integer', minimum: 0 },
    example: 60,
  },
  ratelimit: text(
    'limit of the token that was reached, in the format of the IETF draft RateLimit header fields',
    '"rate";r=0;t=1',
  ),
  'ratelimit-policy': text(
    'limits of the token, in the same format',
    '"rate";q=1000;w=1, "in-flight";q=256;qu="concurrent-requests"',
  ),
  'www-authenticate': { ...text('how to authenticate', 'Bearer'), required: true },
} as const satisfies Record<string, oas31.HeaderObject>

export type HeaderName = keyof typeof headerComponents

export const headersOf = (...names: HeaderName[]): Record<string, oas31.ReferenceObject> =>
  Object.fromEntries(
    (['request-id', 'api-supported-versions', ...names] as const).map((name) => [
      name.split('.')[0],
      { $ref: `#/components/headers/${name}` },
    ]),
  )
