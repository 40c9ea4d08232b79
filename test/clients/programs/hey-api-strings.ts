import { custodiansWallets, reportsReserves } from './generated/index.js'

declare const process: { readonly env: Readonly<Record<'SERVER_URL' | 'SERVER_TOKEN', string>> }
const { SERVER_URL: baseUrl, SERVER_TOKEN: auth } = process.env

const call = { baseUrl, auth, headers: { Accept: 'application/json; numbers=string' } } as const
const tenantId = '9007199254740993'

const reserves = await reportsReserves(call)
const wallets = await custodiansWallets({ ...call, path: { tenantId, id: '9007199254740995' } })
const missing = await custodiansWallets({ ...call, path: { tenantId, id: '9007199254740997' } })

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
    status: missing.response?.status,
    type: missing.response?.headers.get('content-type'),
  }),
)

// @ts-expect-error A request without the header would be answered with numbers, so it does not compile.
export const withoutHeader = () => reportsReserves({ baseUrl, auth })
