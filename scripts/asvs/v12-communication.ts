import { type Chapter, met, notApplicable, open } from './answer.ts'

export const communication: Chapter = {
  title: 'Secure communication',
  answers: {
    '12.1.1': met(
      'TLS 1.2 and 1.3 only, the latest preferred.',
      'By the server, to providers and by the console, regardless of the options of Node.',
      {
        where: [
          'shared/tls.ts',
          'server/http/listener/listener.ts',
          'server/providers/transport.ts',
          'desktop/main/remote/trust.ts',
        ],
        tests: {
          'test/http/tls.test.ts': [
            'the server prefers TLS 1.3 and speaks 1.2, nothing older',
            'the console does not use %o with a server',
          ],
          'test/providers/tls.test.ts': 'an outdated version of TLS',
        },
      },
    ),
    '12.1.2': met(
      'Recommended suites only, the strongest first.',
      'Forward secrecy and authenticated encryption in each.',
      {
        where: ['shared/tls.ts'],
        tests: {
          'test/providers/tls.test.ts': 'a suite without forward secrecy',
          'test/http/tls.test.ts': 'the server refuses %s, which lacks forward secrecy or authenticated encryption',
        },
      },
    ),
    '12.1.3': notApplicable('Verify client certificates before use.', 'None are asked for.'),
    '12.2.1': met(
      'TLS to every external service.',
      'Without TLS or a named proxy the server listens on loopback only.',
      {
        where: ['server/cli/listen/address-options.ts'],
        tests: {
          'test/cli/serve.test.ts': 'an address reachable from other machines is refused without TLS or a proxy',
          'test/desktop/main/server-address.test.ts': '%s is not a server address',
        },
      },
    ),
    '12.2.2': met(
      'Publicly trusted certificates outside.',
      'The certificate is the administrator’s; the guide obtains and renews one. A private authority is named in the profile.',
      {
        where: ['docs/guides/server.md'],
      },
    ),
    '12.3.1': met(
      'Encrypt all connections.',
      'Providers and webhooks by https alone, but on loopback; the database is a file.',
      {
        where: ['server/providers/base-url.ts', 'shared/webhooks.ts'],
        tests: {
          'test/providers/base-url.test.ts': 'plain http to another machine is refused before a byte is sent',
          'test/desktop/screens/webhooks.test.ts':
            'a webhook is created after its URL and events are right; its secret is offered once and never enters the page',
        },
      },
    ),
    '12.3.2': met('TLS clients verify certificates.', 'There is no way to go on without.', {
      where: ['server/providers/transport.ts', 'server/webhooks/post-event.ts', 'desktop/main/remote/trust.ts'],
      tests: {
        'test/webhooks/deliver-events.test.ts': 'over TLS, the certificate must lead to an authority that is trusted',
        'test/providers/tls.test.ts': [
          'the environment cannot disable certificate verification',
          'an issuer that is not trusted',
        ],
        'test/desktop/remote/trust.test.ts': 'is sent to a server certified by the authority of the profile',
      },
    }),
    '12.3.3': open(
      'Encrypt between internal HTTP services.',
      'The guide keeps proxy and server on one machine. Nothing stops a server with --behind-proxy from listening on a network address without a certificate of its own.',
      {
        where: ['server/cli/listen/address-options.ts', 'docs/guides/server.md'],
      },
    ),
    '12.3.4': met(
      'Trust internal certificates by their authority.',
      'A profile may name one authority, which then counts alone.',
      {
        where: ['desktop/main/remote/trust.ts'],
        tests: {
          'test/desktop/remote/trust.test.ts':
            'a profile with its own authority trusts neither the system roots nor the authority of another profile',
        },
      },
    ),
  },
}
