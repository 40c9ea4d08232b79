import type { Call } from './calls.ts'
import type { Sent } from './exchange.ts'

export type Change = (sent: Sent, call: Call) => Sent

export const withHeader =
  (name: string, value: string): Change =>
  (sent) => ({ ...sent, headers: [...sent.headers.filter(([other]) => other !== name), [name, value]] })

const withQuery =
  (query: string): Change =>
  (sent) => ({ ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}${query}` })

export const withBody = (sent: Sent, body: string, type = 'application/json'): Sent => ({
  ...withHeader('content-type', type)(sent, {} as Call),
  body,
})

/** What a caller can get wrong in any request, at any endpoint. */
export const mistakes = {
  none: (sent) => sent,
  'an unknown member': withQuery('color=red'),
  'an unknown api-version': withQuery('api-version=2.0'),
  'a long address': withQuery(`color=${'r'.repeat(8_000)}`),
  'a foreign Host': withHeader('host', 'elsewhere.example'),
  'two Hosts': (sent) => ({ ...sent, headers: [['host', 'localhost'], ['host', 'localhost'], ...sent.headers] }),
  'large headers': withHeader('x-large', 'x'.repeat(17_000)),
  'no token': (sent) => ({ ...sent, headers: sent.headers.filter(([name]) => name !== 'authorization') }),
  'an object that is not there': (sent, { missingPath }) => ({ ...sent, path: missingPath }),
  'a body that is not JSON': (sent) => withBody(sent, '{'),
  'a body of another type': (sent) => withBody(sent, 'text', 'text/plain'),
  'a large body': (sent) => withBody(sent, JSON.stringify({ text: 'x'.repeat(70_000) })),
  'a known ETag': withHeader('if-none-match', '*'),
} as const satisfies Record<string, Change>
