import { type Chapter, met } from './answer.ts'

const outbound = {
  'test/desktop/security/connections.test.ts':
    'a visit to all screens in both themes connects only to the chosen server and violates no policy',
  'test/providers/redirect.test.ts': 'a redirect of %s sends no credentials to the other host',
  'test/webhooks/deliver-events.test.ts': 'nothing is sent to %s, which is not on the Internet, unless that is allowed',
}

export const configuration: Chapter = {
  title: 'Configuration',
  answers: {
    '13.1.1': met('Document all connections.', 'Under Connections of the inventory.', {
      where: ['docs/security-inventory.md'],
    }),
    '13.2.1': met(
      'Authenticate between components.',
      'Providers by signed requests with keys that are rotated here; events by signatures of the webhook’s secret, after the Standard Webhooks specification; the database is a file of the server’s account.',
      {
        where: ['server/providers/probe.ts', 'server/webhooks/post-event.ts'],
        tests: {
          'test/webhooks/deliver-events.test.ts': [
            'a rotation that ended reaches a receiver, which verifies it with the secret of the webhook and no other',
            'while a secret is rotated, the previous one verifies too, and after its time it does not',
          ],
          'test/providers/fireblocks-signing.test.ts': 'the token has exactly the documented claims',
          'test/providers/copper-signing.test.ts':
            'the signature is the HMAC that openssl computes over time, method and path with its query',
        },
      },
    ),
    '13.2.2': met(
      'Least privilege between components.',
      'An account of its own in a confined service; reads on a read-only connection; providers are asked one reading question.',
      {
        where: ['docs/guides/server.md', 'server/store/sqlite/connection.ts'],
        tests: { 'test/cli/folders.test.ts': 'a read-only command creates no folder' },
      },
    ),
    '13.2.3': met('No default credentials.', 'Keys and tokens are made at the first start.', {
      where: ['server/vault/key-file.ts'],
      tests: {
        'test/vault/rotate-keys.test.ts': 'the first start creates a key file with mode 0400 and prints its path',
      },
    }),
    '13.2.4': met(
      'A list of allowed external systems.',
      'Providers that are built in or imported, and webhooks that an administrator named; in the console the server of the profile.',
      {
        where: ['docs/security-inventory.md', 'server/providers/base-url.ts', 'shared/webhooks.ts'],
        tests: outbound,
      },
    ),
    '13.2.5': met(
      'A list of what the server may load or send to.',
      'As before; files are read from the data folder and the package alone.',
      {
        where: ['server/shipped-files.ts'],
        tests: outbound,
      },
    ),
    '13.3.1': met(
      'Keep secrets in a secrets management solution.',
      'Credentials and the secrets of webhooks are sealed; the key that seals them can be held by a hardware module, a key vault or a key management service. No package holds a secret.',
      {
        where: ['server/vault'],
        tests: {
          'test/vault/holders/holders.test.ts': 'unwraps what it wrapped, for its own place alone',
          'test/webhooks/deliver-events.test.ts':
            'after the key was rotated, the secrets of a webhook still sign; progress ends with everything wrapped',
          'test/store/contract/webhooks.test.ts':
            'a webhook that is deleted takes its deliveries along, and its secrets stay out of the audit',
          'test/desktop/screens/webhooks.test.ts':
            'a webhook is created after its URL and events are right; its secret is offered once and never enters the page',
          'test/package/contents.ts': 'holds no private key and no operator token',
        },
      },
    ),
    '13.3.2': met(
      'Least privilege for secrets.',
      'The key file is its owner’s alone; four files of the server and three of its command line reveal a secret.',
      {
        where: ['server/vault/key-file.ts', 'shared/secret.ts'],
        tests: {
          'test/vault/key-permissions.test.ts': 'a key file in a folder with mode %s is refused',
          'test/faults/secret-class.test.ts':
            'a secret is revealed only where it is sealed, compared, named, handed to a provider, stored, or sent to a server',
        },
      },
    ),
    '13.4.1': met(
      'No source control metadata in deployments.',
      'Packages hold what was built alone; the server serves no folder.',
      {
        where: ['electron-builder.yml'],
        tests: {
          'test/package/contents.ts':
            'holds what was built and two addons, and none of the other files in the checkout',
          'test/http/browsers.test.ts': 'TRACE is not answered, and no folder is listed',
        },
      },
    ),
    '13.4.2': met('No debug modes in production.', 'No developer tools, no inspector, no stack in an answer.', {
      where: ['desktop/main/window/browser-window.ts'],
      tests: {
        'test/package/contents.ts':
          'has the fuses that keep others from running code in it, and Electron as it comes has not',
        'test/api/parity.test.ts': 'an internal error reveals no details over either transport',
      },
    }),
    '13.4.3': met('No directory listings.', 'None.', {
      tests: { 'test/http/browsers.test.ts': 'TRACE is not answered, and no folder is listed' },
      where: ['server/http/docs/docs-page.ts'],
    }),
    '13.4.4': met('No TRACE.', 'Refused.', {
      tests: { 'test/http/browsers.test.ts': 'TRACE is not answered, and no folder is listed' },
      where: ['server/http/listener/other-methods.ts'],
    }),
    '13.4.5': met(
      'Documentation and monitoring are exposed on purpose only.',
      'API page, OpenAPI documents and two health addresses need no token, by design; they say nothing of the data.',
      {
        where: ['server/http/docs/docs-page.ts', 'docs/guides/monitoring.md'],
        tests: {
          'test/api/authorisation-matrix.test.ts':
            'every other route is listed as public, and only those answer without a token',
        },
      },
    ),
  },
}
