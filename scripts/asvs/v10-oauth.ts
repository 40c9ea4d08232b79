import { type Answer, type Chapter, notApplicable } from './answer.ts'

const why =
  'There is no OAuth and no OpenID Connect yet; sign-in with the identity provider of the institution will answer this.'
const never = 'Strongroom is no authorization server and no OpenID provider.'

const client = (asks: string): Answer => notApplicable(asks, why)
const provider = (asks: string): Answer => notApplicable(asks, never)

export const oauth: Chapter = {
  title: 'OAuth and OpenID Connect',
  answers: {
    '10.1.1': client('Tokens go only where they are needed.'),
    '10.1.2': client('Take values of flows of this session only.'),
    '10.2.1': client('Protect the code flow: PKCE or state.'),
    '10.2.2': client('Defend against mix-up of servers.'),
    '10.3.1': client('Accept tokens for this audience only.'),
    '10.3.2': client('Decide by the claims of the token.'),
    '10.3.3': client('Identify users by claims that are never reassigned.'),
    '10.3.4': client('Verify strength and recency where demanded.'),
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
    '10.5.1': client('Defend ID tokens against replay.'),
    '10.5.2': client('Identify the user by sub.'),
    '10.5.3': client('Refuse metadata of another issuer.'),
    '10.5.4': client('Check the audience of the ID token.'),
    '10.5.5': client('Verify back-channel logout tokens.'),
    '10.6.1': provider('Allow safe response modes only.'),
    '10.6.2': provider('Defend against forced logout.'),
    '10.7.1': provider('Users consent to each authorization.'),
    '10.7.2': provider('Consent says what it is about.'),
    '10.7.3': provider('Users can review and revoke consents.'),
  },
}
