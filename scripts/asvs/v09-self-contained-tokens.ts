import { type Chapter, notApplicable } from './answer.ts'

const opaque =
  'Operator tokens are opaque and looked up. The JWTs that sign requests to Fireblocks are verified by Fireblocks; sign-in with an identity provider brings tokens to verify.'

export const selfContainedTokens: Chapter = {
  title: 'Self-contained tokens',
  answers: {
    '9.1.1': notApplicable('Verify the signature of tokens.', opaque),
    '9.1.2': notApplicable('Allow listed algorithms only.', opaque),
    '9.1.3': notApplicable('Take keys from trusted sources only.', opaque),
    '9.2.1': notApplicable('Check the validity time.', opaque),
    '9.2.2': notApplicable('Check the type of token.', opaque),
    '9.2.3': notApplicable('Check the audience.', opaque),
    '9.2.4': notApplicable('Restrict the audience of issued tokens.', opaque),
  },
}
