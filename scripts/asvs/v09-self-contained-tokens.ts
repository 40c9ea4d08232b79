import { type Chapter, met, notApplicable } from './answer.ts'

const opaque = 'Strongroom issues opaque tokens only; JWTs come from the identity provider.'
const where = ['server/sign-in/service-accounts.ts']
const verified = {
  where,
  tests: {
    'test/sign-in/service-accounts.test.ts':
      'is refused where any of issuer, audience, expiry, algorithm or signature is not right',
  },
}

export const selfContainedTokens: Chapter = {
  title: 'Self-contained tokens',
  answers: {
    '9.1.1': met(
      'Verify the signature of tokens.',
      'By the keys that the identity provider publishes; ID tokens too.',
      verified,
    ),
    '9.1.2': met('Allow listed algorithms only.', 'Asymmetric ones: neither `none` nor a shared secret.', verified),
    '9.1.3': met(
      'Take keys from trusted sources only.',
      'From the address that the configured issuer publishes, over HTTPS; headers of a token name no key source.',
      verified,
    ),
    '9.2.1': met(
      'Check the validity time.',
      '`exp` exactly; `iat` and `nbf` with a minute for clocks that differ.',
      verified,
    ),
    '9.2.2': met(
      'Check the type of token.',
      'ID tokens are for the client ID, which cannot be the audience of service accounts.',
      {
        where: ['server/cli/listen/sign-in-options.ts'],
        tests: { 'test/sign-in/serve.test.ts': 'a server refuses options that cannot work: $says' },
      },
    ),
    '9.2.3': met('Check the audience.', 'Only JWTs for `--oidc-audience`; without it, none.', {
      where,
      tests: {
        'test/sign-in/service-accounts.test.ts': [
          'no JWT is accepted',
          'is refused where any of issuer, audience, expiry, algorithm or signature is not right',
        ],
      },
    }),
    '9.2.4': notApplicable('Restrict the audience of issued tokens.', opaque),
  },
}
