import { type Chapter, met, notApplicable } from './answer.ts'

const noWebSocket = {
  tests: { 'test/code-safety.test.ts': 'opens a connection or talks to another window' },
}

export const api: Chapter = {
  title: 'API and web service',
  answers: {
    '4.1.1': met(
      'A right Content-Type, with charset for text.',
      'Every answer with a body names its type; JSON is UTF-8 by definition.',
      {
        where: ['server/http/response/number-form.ts'],
        tests: {
          'test/http/browsers.test.ts':
            'every answer forbids framing, foreign content, sniffing and a referrer, and says the type of its body',
          'test/http/statuses.test.ts': 'every answer has the body and the headers that are documented for its status',
        },
      },
    ),
    '4.1.2': met(
      'Redirect HTTP to HTTPS for pages only.',
      'The server redirects nothing to HTTPS, so a token in the clear is noticed.',
      {
        where: ['server/http/listener/listener.ts'],
        tests: {
          'test/http/tls.test.ts': 'plain HTTP on the TLS port is neither answered nor redirected',
          'test/desktop/remote/trust.test.ts': 'cookies are not sent back, and redirects are not followed',
        },
      },
    ),
    '4.1.3': met(
      'Headers of a proxy cannot be forged by users.',
      'X-Forwarded-For counts behind a proxy alone, from its own addresses (--proxy-address), and then only its last address.',
      {
        where: ['server/http/listener/listener.ts'],
        tests: {
          'test/api/allowed-addresses.test.ts': [
            "X-Forwarded-For is trusted only from the proxy's addresses: a caller who bypasses the proxy cannot set an address",
            'a caller cannot choose its own address: only the last one counts, and none without a proxy',
          ],
          'test/api/access.test.ts': 'cannot be set by the caller without a proxy',
        },
      },
    ),
    '4.2.1': met(
      'No request smuggling.',
      "Node's strict parser; ambiguous lengths and repeated single headers are refused.",
      {
        where: ['server/http/listener/gate.ts', 'server/http/listener/broken-request.ts'],
        tests: {
          'test/api/bad-http.test.ts': [
            '%s is refused as a request',
            'Content-Length and Transfer-Encoding',
            '%s with a header that must be single',
          ],
        },
      },
    ),
    '4.3.1': notApplicable('Bound GraphQL queries.', 'There is no GraphQL.'),
    '4.3.2': notApplicable('Disable GraphQL introspection.', 'There is no GraphQL.'),
    '4.4.1': notApplicable('WebSockets over TLS.', 'There are no WebSockets.', noWebSocket),
    '4.4.2': notApplicable('Check the Origin of WebSockets.', 'There are no WebSockets.', noWebSocket),
    '4.4.3': notApplicable('Dedicated tokens for WebSockets.', 'There are no WebSockets.', noWebSocket),
    '4.4.4': notApplicable('Obtain WebSocket tokens over HTTPS.', 'There are no WebSockets.', noWebSocket),
  },
}
