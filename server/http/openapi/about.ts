import type { oas31 } from 'zod-openapi'
import { contractVersion } from '../../../shared/contract-version.ts'
import { failuresOutsideEndpoints } from '../../../shared/endpoint-failures.ts'
import { type FailureCode, failureCodes, retryTexts } from '../../../shared/failure.ts'
import { mediaTypes, type NumberForm } from '../response/number-form.ts'

/** One line on a failure: what it means, what to do, and how to send the request again. */
export function aboutFailure(code: FailureCode): string {
  const { meaning, remedy, retry } = failureCodes[code]
  return `\`${code}\`: ${meaning} ${remedy} ${retryTexts[retry]}`
}

const numbers: Readonly<Record<NumberForm, string>> = {
  number:
    'They are JSON numbers with all their digits. A client whose JSON parser rounds numbers can request strings with ' +
    `\`Accept: ${mediaTypes.string}\`; \`/openapi.strings.json\` describes those.`,
  string:
    'They are strings here, so that no JSON parser rounds them: every request must send ' +
    `\`Accept: ${mediaTypes.string}\`. Without it they are JSON numbers, which \`/openapi.json\` describes.`,
}

const descriptionIn = (
  form: NumberForm,
) => `The service manages custodians (external providers that hold wallets and signing credentials for a tenant) and tokens deployed on blockchain networks.

Every response is the result envelope. An identifier is an int64 and an amount a decimal, both exact. ${numbers[form]}

HEAD is supported wherever GET is.

\`limit\` and \`cursor\` divide a list into pages. \`Link: <...>; rel="next"\` names the next page; follow it unchanged until a page has none. Rows that are in the list throughout are returned exactly once, even if others are added meanwhile.

In addition to the responses of each operation:

${[...failuresOutsideEndpoints].map(([code, where]) => `- ${where}: ${failureCodes[code].status} ${aboutFailure(code)}`).join('\n')}

The same operations are procedures of tRPC under \`/trpc\`, by the same names, except for sign-in and health. There, a list is returned whole, and \`tenants.listPage\`, \`custodians.listPage\`, \`custodians.walletsPage\`, \`custodians.rotationsPage\` and \`reports.reservesPage\` return its pages, with the next cursor in \`nextCursor\`.`

export const infoIn = (form: NumberForm): oas31.InfoObject => ({
  title: form === 'number' ? 'Strongroom' : 'Strongroom, numbers as strings',
  version: contractVersion,
  description: descriptionIn(form),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
})

export const tags: oas31.TagObject[] = [
  { name: 'custodians', description: 'custodians, their credentials, rotations and wallets' },
  { name: 'reports', description: 'platform-wide reports' },
  { name: 'session', description: 'the current session' },
  { name: 'tenants', description: 'tenants' },
  { name: 'audit', description: 'the audit log' },
  {
    name: 'auth',
    description:
      'sign-in with the identity provider of an institution; REST alone, since there is no operator token before it',
  },
  { name: 'health', description: 'for monitoring; no token required' },
]

export const operatorToken: oas31.SecuritySchemeObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'An operator token, as `strongroom token create` prints it.',
}
