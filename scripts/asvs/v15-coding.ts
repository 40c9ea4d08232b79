import { type Chapter, met, open } from './answer.ts'

export const coding: Chapter = {
  title: 'Secure coding and architecture',
  answers: {
    '15.1.1': met('Time frames for weaknesses in components.', 'Under Third-party components of the inventory.', {
      where: ['docs/security-inventory.md'],
    }),
    '15.1.2': met(
      'An SBOM, and components of trusted sources.',
      'CycloneDX with each release; every locked package has its hash.',
      {
        where: ['scripts/package/sbom.ts'],
        tests: {
          'test/package/lists.ts': 'lists in SBOM and notices the same packages, each with its licence and hash',
          'test/cli/bootstrap.test.ts':
            'every locked package has its hash, except tools of development for other platforms',
        },
      },
    ),
    '15.1.3': met('Document costly functions.', 'Under Costly work of the inventory.', {
      where: ['docs/security-inventory.md'],
    }),
    '15.2.1': open(
      'No component is beyond its time frame.',
      'Versions are pinned and renewed by hand. A weekly job compares them with published advisories; it has not run on a connected machine yet.',
      {
        where: ['package-lock.json', '.github/workflows/advisories.yml'],
        tests: { 'test/workflows.test.ts': 'advisories of shipped packages are checked every week' },
      },
    ),
    '15.2.2': met(
      'Defend availability against costly functions.',
      'Long answers are made once and in chunks; a late event loop refuses new work; probes are bounded.',
      {
        where: ['server/http/listener/listener.ts', 'server/providers/concurrency-limit.ts'],
        tests: {
          'test/providers/event-loop.test.ts': 'an adapter that signs on the event loop',
          'test/api/batches.test.ts':
            'a listing too long for the answer of a batch is refused there, and answered on its own',
          'test/http/response-cache.test.ts': 'other requests run between the chunks of an answer',
          'test/faults/concurrency.test.ts':
            'a rotation whose provider hangs delays no other tenant and no other custodian',
          'test/providers/deadline.test.ts':
            'beyond 128 concurrent probes at one address the next is refused at once, and accepted again afterwards',
        },
      },
    ),
    '15.2.3': met(
      'Production has no extra functions.',
      'Packages hold no tests and no sources. The demo and the provider simulator are commands that nothing starts by itself, and neither touches real data.',
      {
        where: ['electron-builder.yml'],
        tests: {
          'test/package/contents.ts': 'holds only kinds of files that the console shows or runs',
          'test/cli/serve-demo.test.ts': 'data that is not a demo is not served as one',
        },
      },
    ),
    '15.3.1': met(
      'Return needed fields only.',
      'Each answer is made member by member, and compared with its documented schema.',
      {
        where: ['server/rotations/answer.ts', 'server/store/sqlite/reads'],
        tests: {
          'test/http/statuses.test.ts': 'every answer has the body and the headers that are documented for its status',
        },
      },
    ),
    '15.3.2': met('Follow no redirects.', 'Neither to providers nor to servers.', {
      where: ['server/providers/transport.ts'],
      tests: {
        'test/providers/redirect.test.ts': 'a redirect of %s sends no credentials to the other host',
        'test/desktop/remote/trust.test.ts': 'cookies are not sent back, and redirects are not followed',
      },
    }),
    '15.3.3': met('No mass assignment.', 'Strict schemas: a member that is not declared is refused.', {
      where: ['shared/operations.ts', 'server/core/input-rules.ts'],
      tests: { 'test/api/addresses.test.ts': 'refuses an unknown member, and every duplicate member' },
    }),
    '15.3.4': met(
      'The caller’s address comes from trusted fields.',
      'From the connection, or from the last hop a named proxy wrote.',
      {
        where: ['server/http/listener/listener.ts'],
        tests: {
          'test/api/allowed-addresses.test.ts': [
            "X-Forwarded-For is trusted only from the proxy's addresses: a caller who bypasses the proxy cannot set an address",
            'a caller cannot choose its own address: only the last one counts, and none without a proxy',
          ],
          'test/api/access.test.ts': 'is the one that the proxy passes, if there is a proxy',
        },
      },
    ),
    '15.3.5': met('Strict types and comparison.', 'Strict TypeScript over schemas without coercion.', {
      where: ['tsconfig.base.json', 'biome.json'],
      tests: { 'test/api/bad-input.test.ts': 'written as %s is refused, as a member of a body' },
    }),
    '15.3.6': met(
      'No prototype pollution.',
      '__proto__ is refused in JSON; look-ups by input use Map and Object.hasOwn.',
      {
        where: ['server/text/json-structure.ts'],
        tests: {
          'test/api/json.test.ts':
            'JSON is refused if JSON.parse refuses it or one of the three rules is broken, and only then',
        },
      },
    ),
    '15.3.7': met('No HTTP parameter pollution.', 'Each member has one place and is given once.', {
      where: ['server/http/request/query.ts', 'server/http/listener/gate.ts'],
      tests: {
        'test/api/addresses.test.ts': [
          'refuses an unknown member, and every duplicate member',
          'members of the path or the body are not read from the query, so that no secret is in a URL',
        ],
        'test/api/bad-http.test.ts': '%s with a header that must be single',
      },
    }),
  },
}
