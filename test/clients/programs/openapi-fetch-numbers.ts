import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

declare const process: { readonly env: Readonly<Record<'SERVER_URL' | 'SERVER_TOKEN', string>> }
const { SERVER_URL: baseUrl, SERVER_TOKEN: token } = process.env

const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
const path = { tenantId: Number('9007199254740993'), id: Number('9007199254740995') }

const reserves = await client.GET('/platform/admin/reports/reserves')
const wallets = await client.GET('/tenant/{tenantId}/custodians/{id}/wallets', { params: { path } })

console.log(
  JSON.stringify({
    amount: reserves.data?.value[0]?.reserveAmount,
    status: wallets.response.status,
    asked: wallets.response.url,
  }),
)
