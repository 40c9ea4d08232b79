import { custodiansWallets, reportsReserves } from './generated/index.js'

declare const process: { readonly env: Readonly<Record<'SERVER_URL' | 'SERVER_TOKEN', string>> }
const { SERVER_URL: baseUrl, SERVER_TOKEN: auth } = process.env

const path = { tenantId: Number('9007199254740993'), id: Number('9007199254740995') }

const reserves = await reportsReserves({ baseUrl, auth })
const wallets = await custodiansWallets({ baseUrl, auth, path } as unknown as Parameters<typeof custodiansWallets>[0])

console.log(
  JSON.stringify({
    amount: reserves.data?.value[0]?.reserveAmount,
    status: wallets.response?.status,
    asked: wallets.response?.url,
  }),
)
