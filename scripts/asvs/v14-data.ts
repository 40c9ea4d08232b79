import { type Chapter, met, open } from './answer.ts'

export const data: Chapter = {
  title: 'Data protection',
  answers: {
    '14.1.1': met('Classify sensitive data.', 'Under Data classes of the inventory.', {
      where: ['docs/security-inventory.md'],
    }),
    '14.1.2': met('Requirements for each class.', 'Under Data classes of the inventory.', {
      where: ['docs/security-inventory.md', 'SECURITY.md'],
    }),
    '14.2.1': met(
      'Nothing sensitive in URLs.',
      'Tokens and keys in a header or body alone; elsewhere they are refused and not repeated.',
      {
        where: ['server/http/request/query.ts'],
        tests: {
          'test/api/access.test.ts': 'in the URL is ignored',
          'test/http/query-members.test.ts': 'new keys are not read from the URL, where logs would contain them',
          'test/desktop/remote/secrecy.test.ts': 'the token is in no URL and no request body',
        },
      },
    ),
    '14.2.2': met(
      'No sensitive data in caches of servers.',
      'private or no-store on every answer; what the server keeps is per tenant.',
      {
        where: ['server/http/rest/rest.ts'],
        tests: {
          'test/api/kept-apart.test.ts': 'cached answers must not be stored by intermediaries',
          'test/rotations/rotate-credentials.test.ts': 'the answer to a rotation is never cached',
        },
      },
    ),
    '14.2.3': met('Nothing to third parties.', 'No trackers, no telemetry, no update check.', {
      where: ['desktop/main/window/browser-window.ts'],
      tests: {
        'test/desktop/security/connections.test.ts':
          'a visit to all screens in both themes connects only to the chosen server and violates no policy',
      },
    }),
    '14.2.4': met(
      'Enforce the requirements of each class.',
      'Every file, log and answer is searched for planted secrets in every encoding.',
      {
        where: ['shared/secret.ts'],
        tests: {
          'test/rotations/idempotency-records.test.ts': 'a guessed secret cannot be tested with the database alone',
          'test/faults/secrets.test.ts': 'no secret is in anything the server wrote or sent',
          'test/rotations/stored-credentials.test.ts':
            'the previous version stays sealed for 24 hours; then no byte of it is left',
          'test/desktop/main/file-modes.test.ts':
            'no file of the console or the local server is readable by other users',
        },
      },
    ),
    '14.3.1': met(
      'Clear data when a session ends.',
      'Another token, a sign-out and the lock take what was shown away.',
      {
        where: ['desktop/renderer/session/session.ts'],
        tests: {
          'test/desktop/screens/connect.test.ts':
            'data of the previous token disappears on sign-in with a token that may not read it',
          'test/desktop/screens/lock.test.ts':
            'a locked console shows only the lock, and unlocks only with the token of its server',
        },
      },
    ),
    '14.3.2': open(
      'no-store on sensitive answers.',
      'All but two reads have it. The reserves report and a whole wallet listing may be kept by the caller itself (private, no-cache) to be asked for again by their ETag; the console keeps neither on disk.',
      {
        where: ['server/http/rest/rest.ts'],
        tests: { 'test/api/caching.test.ts': 'answers that must not be cached say so' },
      },
    ),
    '14.3.3': met('Nothing sensitive in browser storage.', 'The page stores nothing.', {
      where: ['desktop/main/console.ts'],
      tests: {
        'test/code-safety.test.ts': 'stores anything in the browser',
        'test/desktop/security/tokens.test.ts': 'no part of a token is left on the disk after the console has ended',
      },
    }),
  },
}
