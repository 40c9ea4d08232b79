import { type Chapter, met, notApplicable, open } from './answer.ts'

export const sessions: Chapter = {
  title: 'Session management',
  answers: {
    '7.1.1': met(
      'Document time-outs and lifetimes.',
      'Under Authentication and sessions of the inventory, with where they differ from NIST.',
      { where: ['docs/security-inventory.md'] },
    ),
    '7.1.2': met('Document parallel sessions.', 'Under Authentication and sessions of the inventory.', {
      where: ['docs/security-inventory.md'],
    }),
    '7.1.3': met('Document federated sessions.', 'The guide to sign-in says how long they last and how they end.', {
      where: ['docs/guides/sign-in.md'],
    }),
    '7.2.1': met('Verify session tokens in the backend.', 'Looked up in the database on every request.', {
      where: ['server/access/authenticate.ts'],
      tests: {
        'test/api/access.test.ts': 'that is mistyped is refused without a database lookup, a wrong one with one',
      },
    }),
    '7.2.2': open(
      'Session tokens are dynamic, not static API keys.',
      'Operator tokens are random and expire, but one lasts up to years. Sign-in with the identity provider gives sessions of eight hours; long-lived operator tokens work next to them.',
      { where: ['server/access/issue-token.ts'] },
    ),
    '7.2.3': met('Reference tokens are random with 128 bits.', '256 bits of the system’s generator.', {
      where: ['server/access/token-text.ts'],
      tests: { 'test/api/access.test.ts': 'is srt_, 43 characters of 256 random bits, and 6 of a checksum' },
    }),
    '7.2.4': open(
      'A new token at each authentication.',
      'Each sign-in with the identity provider gives a new token; an operator token of an administrator is credential and session in one.',
    ),
    '7.3.1': open(
      'Inactivity ends a session.',
      'The console locks after ten minutes; the token itself stays valid at the server until it expires or is revoked.',
      {
        where: ['desktop/main/lock/idle-detector.ts'],
        tests: {
          'test/desktop/lock/idle-detector.test.ts':
            'the console locks after ten minutes without input, even when the system reports activity',
        },
      },
    ),
    '7.3.2': met('Sessions have a maximum lifetime.', 'Every token has an expiry.', {
      where: ['server/access/authenticate.ts'],
      tests: {
        'test/cli/token.test.ts': [
          'a token is valid for 90 days by default',
          'an expired token is refused and listed as such',
        ],
      },
    }),
    '7.4.1': open(
      'Signing out ends the session in the backend.',
      'Expiry and revocation hold in the server at once. Signing out of the console erases the token from the keychain but does not revoke one that an administrator created, since a program may use it too. Sessions of sign-in with the identity provider end at the server by `POST /auth/sign_out`, which the console and the command line use.',
      {
        where: ['desktop/main/tokens'],
        tests: {
          'test/desktop/main/console.test.ts':
            'after sign-out no call is possible, and the console needs no token to unlock',
          'test/desktop/main/browser-sign-in.test.ts':
            'ends at the server when they sign out, and when they remove the server',
          'test/cli/token.test.ts':
            'a token created while the server runs works at once, and stops working when it is revoked',
        },
      },
    ),
    '7.4.2': met(
      'A disabled account loses its sessions.',
      'A token is the account: once revoked or disabled, or its tenant disabled, it no longer works, also for requests in flight.',
      {
        where: ['server/cli/token-revoke.ts', 'server/access/authenticate.ts'],
        tests: {
          'test/access/disabled-tokens.test.ts':
            'a disabled token is answered 401 at its next request, on both transports, until it is enabled',
          'test/store/contract/items.test.ts':
            'tokens of a disabled tenant say so, and the version of the tokens moves',
          'test/store/contract/freezes.test.ts': 'tokens of a disabled tenant are neither created nor changed',
          'test/cli/token.test.ts':
            'a token created while the server runs works at once, and stops working when it is revoked',
          'test/backup/restored-tokens.test.ts':
            'a token revoked since the backup stays revoked, one that was not is still valid',
          'test/rotations/open-rotation.test.ts':
            'when the token %s during the provider request, nothing is stored and the answer says so',
        },
      },
    ),
    '7.4.3': notApplicable(
      'End other sessions when a factor changes.',
      'The secret of a token cannot be changed; a new token replaces it and the old one is revoked.',
    ),
    '7.4.4': met('Sign-out is easy to find.', 'In the list of servers, on the lock screen and in the palette.', {
      where: ['desktop/renderer/screens/lock/lock-screen.tsx'],
      tests: {
        'test/desktop/screens/connect.test.ts':
          'servers are selected, signed out of and removed in the list, and data of one is never shown for another',
      },
    }),
    '7.4.5': met(
      'Administrators can end sessions.',
      'strongroom token revoke, by name or ID, and the API with tokens:write.',
      {
        where: ['server/cli/token-revoke.ts'],
        tests: { 'test/cli/token.test.ts': 'revoking an unknown or already revoked token reports it' },
      },
    ),
    '7.5.1': met(
      'Authenticate again before sensitive changes.',
      'The one such attribute is the passphrase of the console: changing it takes the current one.',
      {
        where: ['desktop/main/lock/lock.ts'],
        tests: {
          'test/desktop/lock/unlock.test.ts':
            'an unlocked console changes or removes its passphrase only with the current one, and delays guesses',
        },
      },
    ),
    '7.5.2': open(
      'Users see and end their own sessions.',
      'Tokens are listed and revoked by a command of the administrator; administration of tokens over the API and in the console is planned.',
      { where: ['server/cli/token-list.ts'] },
    ),
    '7.6.1': met(
      'Session lifetimes agree with the identity provider.',
      'Eight hours, documented, and not extended without another sign-in; a logout at the provider ends them.',
      {
        where: ['server/sign-in/create-session.ts', 'server/sign-in/provider-logouts.ts'],
        tests: {
          'test/store/contract/sign-ins.test.ts': 'no administrator extends a session; one may shorten it',
          'test/sign-in/provider-logouts.test.ts':
            'who signs out at the provider is signed out of every session that came from there',
        },
      },
    ),
    '7.6.2': met('No session without consent.', 'The person confirms each sign-in on a page of the server.', {
      where: ['server/sign-in/browser-sign-in.ts'],
      tests: {
        'test/sign-in/sign-in.test.ts':
          'not as someone who followed a link: the person has to confirm, and only that browser can',
      },
    }),
  },
}
