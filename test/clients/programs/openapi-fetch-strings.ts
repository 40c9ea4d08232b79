import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

declare const process: { readonly env: Readonly<Record<'SERVER_URL' | 'SERVER_TOKEN', string>> }
const { SERVER_URL: baseUrl, SERVER_TOKEN: token } = process.env

const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
const header = { Accept: 'application/json; numbers=string' } as const
const listing = '/tenant/{tenantId}/custodians/{id}/wallets'
const tenantId = '9007199254740993'

const reserves = await client.GET('/platform/admin/reports/reserves', { params: { header } })
const wallets = await client.GET(listing, { params: { header, path: { tenantId, id: '9007199254740995' } } })
const missing = await client.GET(listing, { params: { header, path: { tenantId, id: '9007199254740997' } } })

const amount: string | undefined = reserves.data?.value[0]?.reserveAmount
const count: number | undefined = reserves.data?.value[0]?.transactionCount
const walletId: string | undefined = wallets.data?.value.wallets[0]?.walletId
console.log(
  JSON.stringify({
    amount,
    count,
    custodianId: wallets.data?.value.custodianId,
    tenantId: wallets.data?.value.wallets[0]?.walletTenantId,
    walletId,
    error: missing.error?.error.code,
    status: missing.response.status,
    type: missing.response.headers.get('content-type'),
  }),
)

// @ts-expect-error A request without the header would be answered with numbers, so it does not compile.
export const withoutHeader = () => client.GET('/platform/admin/reports/reserves')
