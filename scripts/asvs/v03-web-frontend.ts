import { type Chapter, met, notApplicable, open } from './answer.ts'

const noCookies = {
  tests: {
    'test/http/browsers.test.ts': 'no answer sets a cookie, allows another origin, or names the server software',
    'test/desktop/remote/trust.test.ts': 'cookies are not sent back, and redirects are not followed',
  },
}
const everyAnswer = {
  'test/http/browsers.test.ts':
    'every answer forbids framing, foreign content, sniffing and a referrer, and says the type of its body',
}
const crossSite = {
  'test/http/browsers.test.ts':
    'another site cannot call an operation from a browser: no preflight passes, and no simple request is accepted',
}

export const webFrontend: Chapter = {
  title: 'Web frontend',
  answers: {
    '3.2.1': met(
      'Keep browsers from rendering answers in a wrong context.',
      'Every answer has nosniff and a content policy; those that are no page are sandboxed.',
      {
        where: ['server/http/listener/common-headers.ts'],
        tests: everyAnswer,
      },
    ),
    '3.2.2': met('Show text as text.', 'React text nodes; no markup is ever set.', {
      where: ['desktop/renderer/parts/plain-text.tsx'],
      tests: {
        'test/code-safety.test.ts': 'puts text in as markup',
        'test/desktop/security/payloads.test.ts': 'the wallets of a custodian with the metadata of each',
      },
    }),
    '3.3.1': notApplicable('Cookies: Secure and a prefix.', 'There are no cookies.', noCookies),
    '3.3.2': notApplicable('Cookies: SameSite.', 'There are no cookies.', noCookies),
    '3.3.3': notApplicable('Cookies: __Host- prefix.', 'There are no cookies.', noCookies),
    '3.3.4': notApplicable('Cookies: HttpOnly for session tokens.', 'There are no cookies.', noCookies),
    '3.4.1': open(
      'Strict-Transport-Security for a year, with subdomains.',
      'Sent for a year over TLS, and by the proxy of the guide. Without includeSubDomains, which level 2 asks for: names below that of the server are not its own to speak for; where they are yours, let the proxy add it.',
      {
        where: ['server/http/listener/common-headers.ts', 'docs/guides/server.md'],
        tests: { 'test/http/transport-security.test.ts': 'every answer over TLS forbids plain HTTP for a year' },
      },
    ),
    '3.4.2': met('CORS: no origin but allowed ones.', 'No answer allows another origin.', {
      where: ['server/http/listener/listener.ts'],
      tests: { ...noCookies.tests, ...crossSite },
    }),
    '3.4.3': met(
      'A content policy on every response.',
      "default-src, object-src and base-uri are 'none'; the console's styles carry a nonce.",
      {
        where: [
          'server/http/listener/common-headers.ts',
          'server/http/docs/docs-page.ts',
          'desktop/main/window/app-protocol.ts',
        ],
        tests: {
          ...everyAnswer,
          'test/desktop/security/content-policy.test.ts':
            'is exactly default-src none with own scripts and fonts, and styles with a nonce',
        },
      },
    ),
    '3.4.4': met('nosniff on every response.', 'With every answer, of the server and of the console.', {
      where: ['server/http/listener/common-headers.ts', 'desktop/main/window/app-protocol.ts'],
      tests: {
        ...everyAnswer,
        'test/desktop/gate/app-protocol.test.ts': 'the app protocol serves a file of the renderer',
      },
    }),
    '3.4.5': met('A referrer policy.', 'no-referrer on every answer.', {
      where: ['server/http/listener/common-headers.ts'],
      tests: everyAnswer,
    }),
    '3.4.6': met('frame-ancestors on every response.', "Always 'none'.", {
      where: ['server/http/listener/common-headers.ts'],
      tests: everyAnswer,
    }),
    '3.5.1': met(
      'Defend against forged requests of other sites.',
      'Only an Authorization header authenticates, which no other site can set.',
      {
        where: ['server/access/authenticate.ts'],
        tests: crossSite,
      },
    ),
    '3.5.2': met(
      'Where preflights protect, nothing works without one.',
      'Bodies must be application/json, and the header needs a preflight, which fails.',
      {
        where: ['server/http/request/json-body.ts'],
        tests: crossSite,
      },
    ),
    '3.5.3': met('No change by GET, HEAD or OPTIONS.', 'Mutations are PUT and POST alone.', {
      where: ['shared/endpoints.ts', 'server/http/listener/other-methods.ts'],
      tests: {
        'test/http/browsers.test.ts':
          'GET and HEAD change nothing: every operation that changes something takes another method',
      },
    }),
    '3.5.4': met(
      'Separate applications on separate hosts.',
      'A server is one application; the guide gives it a host name of its own, and only its names are answered for.',
      {
        where: ['docs/guides/server.md', 'server/http/listener/gate.ts'],
        tests: { 'test/api/bad-http.test.ts': 'for the Host %s is not' },
      },
    ),
    '3.5.5': met(
      'Check origin and form of messages.',
      'The page receives none by postMessage; IPC is taken from the main frame of our window only.',
      {
        where: ['desktop/main/window/trusted-origins.ts', 'desktop/main/gate.ts'],
        tests: {
          'test/desktop/gate/gate.test.ts': 'the sender check',
          'test/code-safety.test.ts': 'opens a connection or talks to another window',
        },
      },
    ),
    '3.7.1': met(
      'Use supported client technology only.',
      'Current Chromium of Electron, without plugins and webviews.',
      {
        where: ['package.json', 'desktop/main/window/browser-window.ts'],
        tests: {
          'test/desktop/security/window.test.ts':
            'has sandbox, contextIsolation and webSecurity, and no nodeIntegration, webview or devtools',
        },
      },
    ),
    '3.7.2': met(
      'Redirect only to allowed hosts.',
      'The one redirect leads from / to the API page; the window leaves its page for nothing.',
      {
        where: ['server/http/docs/docs-page.ts', 'desktop/main/window/browser-window.ts'],
        tests: {
          'test/http/unmatched-requests.test.ts': '%s of the printed URL redirects to the API page, without a token',
          'test/desktop/security/window.test.ts': 'loads only app:// pages, and no file:// URL',
        },
      },
    ),
  },
}
