import { createStrongroomClient, failureOf, type StrongroomInputs, type StrongroomOutputs } from '@strongroom/client'

declare const process: { readonly env: Readonly<Record<'SERVER_URL' | 'SERVER_TOKEN' | 'KEYS', string>> }
const { SERVER_URL: url, SERVER_TOKEN: token, KEYS } = process.env

const client = createStrongroomClient({ url, token: async () => token })
const input: StrongroomInputs['custodians']['wallets'] = {
  tenantId: '9007199254740993',
  custodianId: '9007199254740995',
}

const reserves: StrongroomOutputs['reports']['reserves'] = await client.reports.reserves.query({})
const amount: string | undefined = reserves[0]?.reserveAmount
const wallets = await client.custodians.wallets.query(input)

/** More of one moment than one request may carry, mutations among them. */
const many = await Promise.all(Array.from({ length: 80 }, () => client.tenants.list.query({})))
const keys: { apiKey: string; secretApiKey: string }[] = JSON.parse(KEYS)
const rotations = await Promise.allSettled(
  keys.map((credentials, at) =>
    client.custodians.updateApiKeys.mutate({ ...input, ...credentials }, { context: { idempotencyKey: `key-${at}` } }),
  ),
)
const found = await client.custodians.rotations.query({ custodianId: input.custodianId, idempotencyKey: 'key-0' })
const outcomes = rotations.map((settled) =>
  settled.status === 'fulfilled' ? settled.value.success : failureOf(settled.reason)?.code,
)
const failed: unknown = await client.custodians.wallets.query({ ...input, custodianId: '9' }).catch((error) => error)
const failure = failureOf(failed)

const offline = createStrongroomClient({ url: 'http://127.0.0.1:9', token })
const unreachable = await offline.tenants.list
  .query({})
  .catch((error) => ({ failure: failureOf(error), text: `${error.stack}` }))
const damaged = createStrongroomClient({ url, token: `${token}\n${token}` })
const refused = await damaged.tenants.list.query({}).catch((error) => `${error.stack} ${JSON.stringify(error)}`)

console.log(
  JSON.stringify({
    amount,
    custodianId: wallets.custodianId,
    walletId: wallets.wallets[0]?.walletId,
    many: many.length,
    outcomes: outcomes.map(String).toSorted(),
    found: found.length,
    code: failure?.code,
    requestId: typeof failure?.requestId,
    unreachable: 'failure' in unreachable ? unreachable.failure : 'answered',
    refused: typeof refused === 'string' && refused.includes('token: must be one word'),
    tellsToken: [refused, unreachable].some((said) => JSON.stringify(said).includes(token)),
  }),
)

// @ts-expect-error An id is a string of digits: a number would have been rounded already.
export const rounded = () => client.custodians.wallets.query({ tenantId: 1, custodianId: '2' })
// @ts-expect-error There is no such operation.
export const unknown = () => client.custodians.erase.mutate({})
