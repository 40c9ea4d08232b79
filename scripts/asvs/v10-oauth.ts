import { type Answer, type Chapter, met, notApplicable } from './answer.ts'

const never = 'Strongroom is no authorization server and no OpenID provider.'

const provider = (asks: string): Answer => notApplicable(asks, never)

export const oauth: Chapter = {
  title: 'OAuth and OpenID Connect',
  answers: {
    '10.1.1': met(
      'Tokens go only where they are needed.',
      'Those of the identity provider stay in the memory of the server, for one request.',
      {
        where: ['server/sign-in/identity-provider.ts'],
        tests: {
          'test/sign-in/sign-in.test.ts':
            'gives the client that began it an operator token of eight hours, with what the groups may do',
        },
      },
    ),
    '10.1.2': met(
      'Take values of flows of this session only.',
      'State, nonce and PKCE verifier are of one sign-in and derived from its random state; only the client with the text behind the challenge redeems it.',
      {
        where: ['server/sign-in/browser-sign-in.ts'],
        tests: {
          'test/sign-in/sign-in.test.ts': [
            'is taken once, and only for the sign-in that asked for it',
            'not without the text behind the challenge, and not twice',
          ],
        },
      },
    ),
    '10.2.1': met(
      'Protect the code flow: PKCE or state.',
      'PKCE, state and nonce, and a person who confirms the code that the client shows.',
      {
        where: ['server/sign-in/browser-sign-in.ts'],
        tests: {
          'test/sign-in/sign-in.test.ts':
            'not as someone who followed a link: the person has to confirm, and only that browser can',
        },
      },
    ),
    '10.2.2': met('Defend against mix-up of servers.', 'There is one issuer; `iss` in its answers is compared.', {
      where: ['server/sign-in/identity-provider.ts'],
      tests: { 'test/sign-in/sign-in.test.ts': 'is refused where another issuer names itself in it' },
    }),
    '10.3.1': met('Accept tokens for this audience only.', 'Only JWTs for `--oidc-audience`.', {
      where: ['server/sign-in/service-accounts.ts'],
      tests: {
        'test/sign-in/service-accounts.test.ts':
          'is refused where any of issuer, audience, expiry, algorithm or signature is not right',
      },
    }),
    '10.3.2': met(
      'Decide by the claims of the token.',
      'By its subject, which has a role in a file of the administrator.',
      {
        where: ['server/sign-in/granted-roles.ts'],
        tests: { 'test/sign-in/service-accounts.test.ts': 'has what the roles file says, and acts under its subject' },
      },
    ),
    '10.3.3': met('Identify users by claims that are never reassigned.', 'By issuer and `sub`.', {
      where: ['server/sign-in/service-accounts.ts'],
      tests: { 'test/sign-in/service-accounts.test.ts': 'has what the roles file says, and acts under its subject' },
    }),
    '10.3.4': met(
      'Verify strength and recency where demanded.',
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
    '10.4.1': provider('Compare redirect URIs exactly.'),
    '10.4.2': provider('Authorization codes work once.'),
    '10.4.3': provider('Authorization codes are short-lived.'),
    '10.4.4': provider('Allow needed grants only.'),
    '10.4.5': provider('Defend refresh tokens against replay.'),
    '10.4.6': provider('Require PKCE.'),
    '10.4.7': provider('Guard dynamic registration of clients.'),
    '10.4.8': provider('Refresh tokens expire.'),
    '10.4.9': provider('Users can revoke tokens.'),
    '10.4.10': provider('Authenticate confidential clients.'),
    '10.4.11': provider('Assign needed scopes only.'),
    '10.5.1': met('Defend ID tokens against replay.', 'By a nonce of each sign-in.', {
      where: ['server/sign-in/identity-provider.ts'],
      tests: {
        'test/sign-in/sign-in.test.ts': [
          '%s signs no one in, and the audit says so',
          'without a nonce signs no one in',
        ],
      },
    }),
    '10.5.2': met('Identify the user by sub.', 'The owner of a session is `sub`.', {
      where: ['server/sign-in/create-session.ts'],
      tests: {
        'test/sign-in/sign-in.test.ts':
          'gives the client that began it an operator token of eight hours, with what the groups may do',
      },
    }),
    '10.5.3': met(
      'Refuse metadata of another issuer.',
      'The issuer in the metadata must be the one that is configured; that of an ID token too.',
      {
        where: ['server/sign-in/identity-provider.ts'],
        tests: { 'test/sign-in/sign-in.test.ts': '%s signs no one in, and the audit says so' },
      },
    ),
    '10.5.4': met('Check the audience of the ID token.', 'It must be the client ID.', {
      where: ['server/sign-in/identity-provider.ts'],
      tests: { 'test/sign-in/sign-in.test.ts': '%s signs no one in, and the audit says so' },
    }),
    '10.5.5': met(
      'Verify back-channel logout tokens.',
      'Issuer, audience, time, event, the absence of a nonce and the signature are checked, and each counts once.',
      {
        where: ['server/sign-in/provider-logouts.ts'],
        tests: {
          'test/sign-in/provider-logouts.test.ts': [
            '%s is refused, and ends nothing',
            'that the provider did not sign is refused, and ends nothing',
            'of a subject ends all their sessions, once: afterwards they can sign in again',
          ],
        },
      },
    ),
    '10.6.1': provider('Allow safe response modes only.'),
    '10.6.2': provider('Defend against forced logout.'),
    '10.7.1': provider('Users consent to each authorization.'),
    '10.7.2': provider('Consent says what it is about.'),
    '10.7.3': provider('Users can review and revoke consents.'),
  },
}
