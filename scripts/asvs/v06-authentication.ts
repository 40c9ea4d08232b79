import { type Chapter, met, notApplicable, open } from './answer.ts'

const noCodes = 'There are no lookup secrets, one-time passwords or out-of-band codes.'
const saml = 'Assertions of SAML are not taken; ID tokens count once.'
const bounded = {
  'test/api/access.test.ts':
    'is refused with Retry-After after 30 failures a minute; valid tokens and other addresses are not',
  'test/desktop/lock/unlock.test.ts': [
    'from the third wrong passphrase on the next attempt has to wait, and a restart restarts the wait',
    'after ten wrong passphrases only the token unlocks, also after a restart, and then the passphrase does again',
  ],
}

/** The only password is the passphrase that unlocks the console on its own machine; a server knows operator tokens alone. */
export const authentication: Chapter = {
  title: 'Authentication',
  answers: {
    '6.1.1': met(
      'Document the defence against guessing, and against lock-out.',
      'Under Authentication and Limits of the inventory.',
      { where: ['docs/security-inventory.md'] },
    ),
    '6.1.2': open(
      'Document words that passphrases must not hold.',
      'There is no such list for the passphrase of the console.',
    ),
    '6.1.3': met('Document all ways of authentication.', 'Under Authentication and sessions of the inventory.', {
      where: ['docs/security-inventory.md'],
    }),
    '6.2.1': met('Passwords of at least 8 characters.', 'The passphrase of the console has 8 to 200.', {
      where: ['desktop/bridge/passphrase.ts'],
      tests: { 'test/desktop/lock/passphrase.test.ts': 'a passphrase has 8 to 200 characters' },
    }),
    '6.2.2': met('Users can change their password.', 'In the settings of the console.', {
      where: ['desktop/renderer/parts/passphrase-form.tsx'],
      tests: {
        'test/desktop/lock/unlock.test.ts':
          'a locked console accepts no new passphrase; an unlocked one changes and removes it',
      },
    }),
    '6.2.3': met(
      'A change takes the current password.',
      'So does removing it; the operator token stands in for it until the console is locked again.',
      {
        where: ['desktop/main/lock/lock.ts'],
        tests: {
          'test/desktop/lock/unlock.test.ts': [
            'an unlocked console changes or removes its passphrase only with the current one, and delays guesses',
            'after an unlock with the token a new passphrase can be set until the console is locked again',
          ],
        },
      },
    ),
    '6.2.4': open(
      'Check against the 3,000 most common passwords.',
      'The passphrase of the console is not compared with a list.',
    ),
    '6.2.5': met('No rules of composition.', 'Any characters.', {
      where: ['desktop/bridge/passphrase.ts'],
      tests: { 'test/desktop/lock/passphrase.test.ts': 'a passphrase may contain any characters' },
    }),
    '6.2.6': met('Mask password fields.', 'Masked, with a button that shows what was typed.', {
      where: ['desktop/renderer/screens/lock/unlock.tsx', 'desktop/renderer/parts/passphrase-form.tsx'],
      tests: { 'test/desktop/lock/passphrase.test.ts': 'every passphrase input is a password field' },
    }),
    '6.2.7': met('Permit paste and password managers.', 'Nothing keeps paste out.', {
      where: ['desktop/renderer/screens/lock/unlock.tsx'],
      tests: { 'test/code-safety.test.ts': 'keeps out what is pasted' },
    }),
    '6.2.8': met(
      'Verify the password as it was typed.',
      'Whole and in its case; only two spellings of one accented letter count as one.',
      {
        where: ['desktop/main/lock/unlock.ts'],
        tests: {
          'test/desktop/lock/passphrase.test.ts': 'a passphrase is compared case-sensitively over its full length',
        },
      },
    ),
    '6.2.9': met('Permit 64 characters and more.', 'Up to 200.', {
      where: ['desktop/bridge/passphrase.ts'],
      tests: { 'test/desktop/lock/passphrase.test.ts': 'a passphrase has 8 to 200 characters' },
    }),
    '6.2.10': met('No forced change of passwords.', 'A passphrase has no expiry.', {
      where: ['desktop/main/lock/lock-record.ts'],
      tests: {
        'test/desktop/lock/lock-record.test.ts':
          'the passphrase record and the wrong attempts survive a restart in the keychain',
      },
    }),
    '6.2.11': open('Refuse words of the context.', 'The passphrase of the console is not compared with a list.'),
    '6.2.12': open(
      'Check against breached passwords.',
      'The console contacts only its server, and no list is bundled with it.',
    ),
    '6.3.1': met(
      'Defend against guessing.',
      'Failures are limited per address; wrong passphrases wait longer each time, and after ten only the token or the system unlocks.',
      {
        where: ['server/http/request/authentication.ts', 'desktop/main/lock/unlock.ts'],
        tests: bounded,
      },
    ),
    '6.3.2': met(
      'No default accounts.',
      'There is no token until one is made; those of a demo are random and last a day.',
      {
        where: ['server/cli/token-create.ts', 'server/demo/demo-tokens.ts'],
        tests: {
          'test/api/authorisation-matrix.test.ts':
            'every other route is listed as public, and only those answer without a token',
          'test/cli/serve-demo.test.ts': 'each start creates tokens for 24 hours and revokes the earlier ones',
        },
      },
    ),
    '6.3.3': open(
      'Use more than one factor.',
      'An operator token is one factor, though it may be bound to addresses. Sign-in with the identity provider of the institution brings its factors, but operator tokens work next to it.',
      {
        tests: {
          'test/api/allowed-addresses.test.ts':
            'a token bound to %s is accepted from %s and refused from %s, over both transports',
        },
      },
    ),
    '6.3.4': met(
      'No undocumented way in, and the same strength everywhere.',
      'One hook before every operation of both transports.',
      {
        where: ['server/http/request/authentication.ts'],
        tests: { 'test/api/authorisation-matrix.test.ts': 'every operation, procedure and endpoint has a row' },
      },
    ),
    '6.4.1': notApplicable(
      'Initial passwords are random and short-lived.',
      'There are none: a token is random, shown once and never changed into something else.',
      {
        tests: {
          'test/cli/token.test.ts': 'a token is printed only when it is created, and is not stored in the folder',
        },
      },
    ),
    '6.4.2': met('No hints, no secret questions.', 'There are none.', { where: ['docs/security-inventory.md'] }),
    '6.4.3': met(
      'A safe way out for a forgotten password.',
      'The operator token unlocks, or who may open the keychain removes the entry.',
      {
        where: ['docs/offline-machines.md', 'desktop/main/lock/unlock.ts'],
        tests: {
          'test/desktop/lock/unlock.test.ts':
            'with a passphrase set, the passphrase or the token unlocks, and the button does not',
          'test/desktop/main/console.test.ts':
            'erasing the keychain entry of a forgotten passphrase removes only the passphrase',
        },
      },
    ),
    '6.4.4': notApplicable('Proof of identity when a factor is lost.', 'There is no second factor yet.'),
    '6.5.1': notApplicable('Codes work once.', noCodes),
    '6.5.2': notApplicable('Lookup secrets are hashed.', noCodes),
    '6.5.3': notApplicable('Codes are random.', noCodes),
    '6.5.4': notApplicable('Codes have enough entropy.', noCodes),
    '6.5.5': notApplicable('Codes have a lifetime.', noCodes),
    '6.6.1': notApplicable('Telephone codes only with alternatives.', noCodes),
    '6.6.2': notApplicable('Codes are bound to their request.', noCodes),
    '6.6.3': notApplicable('Codes are rate-limited.', noCodes),
    '6.8.1': notApplicable('Identities of several providers stay apart.', 'A server has one identity provider.'),
    '6.8.2': met(
      'Verify signatures of assertions.',
      'ID tokens are verified by the keys that the provider publishes.',
      {
        where: ['server/sign-in/identity-provider.ts'],
        tests: { 'test/sign-in/sign-in.test.ts': '%s signs no one in, and the audit says so' },
      },
    ),
    '6.8.3': notApplicable('SAML assertions count once.', saml),
    '6.8.4': met(
      'Verify strength and recency of sign-in.',
      'With `--oidc-acr-values` and `--oidc-max-age`, the ID token must say how and when the person signed in.',
      {
        where: ['server/sign-in/outcome.ts'],
        tests: {
          'test/sign-in/strength.test.ts': [
            'a server that requires one refuses any other, and the audit says so',
            'a server that bounds it refuses an older one, and one of unknown age',
          ],
        },
      },
    ),
  },
}
