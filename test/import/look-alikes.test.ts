import { expect, test } from 'vitest'
import { skeletonOf } from '../../server/text/skeleton.ts'
import { address, csv, furnish, type ImportScene, openImportScene, transactionsHeader } from './import-scene.ts'

const header = 'tokenId,tokenSymbol,blockchainId,contractAddress,decimals'
const real = address(0xc0)

/** Symbols that a person takes for USDC. */
const likeUsdc = {
  'a second contract': 'USDC',
  'a Cyrillic letter': 'USD\u0421',
  'a zero-width space': 'US\u200bDC',
  'full-width letters': '\uff35\uff33\uff24\uff23',
  'lower case': 'usdc',
  'a Greek and a mathematical letter': 'US\ud835\udc03\u03f9',
}

const withUsdc = async (desk: ImportScene) => {
  await furnish(desk)
  await desk.take('tokens.csv', csv(header, `50,USDC,1,${real},6`))
}

test.each(Object.entries(likeUsdc))(
  'a token that looks like another one (%s) is imported with a warning',
  async (_how, symbol) => {
    await using desk = await openImportScene()
    await withUsdc(desk)
    const file = csv(header, `51,${symbol},1,${address(0xc1)},6`)
    const result = await desk.take('tokens.csv', file)
    expect(result).toMatchObject({ added: 1, refused: 0, warned: 1 })
    expect(result.warnings).toEqual([
      { line: 2, warning: expect.stringContaining(`looks like token 50 "USDC" (${real}) on the same network`) },
    ])
    expect(await desk.take('tokens.csv', file)).toMatchObject({ unchanged: 1, warned: 1 })
  },
)

test('invisible and bidirectional characters are warned about by name', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const { warnings } = await desk.take('tokens.csv', csv(header, `51,\u202eCDSU,1,${address(0xc1)},6`))
  expect(warnings?.[0]?.warning).toBe(
    `token 51 "[U+202E]CDSU" (${address(0xc1)}) has characters in its symbol that cannot be seen`,
  )
})

test('the same symbol on another network, a single token and the same token again are not look-alikes', async () => {
  await using desk = await openImportScene()
  await withUsdc(desk)
  const others = [
    `52,USDC,2,${real},6`,
    `53,USDC.e,1,${address(0xc3)},6`,
    `54,DAI,1,${address(0xc4)},18`,
    `50,USDC,1,${real},6`,
  ]
  const result = await desk.take('tokens.csv', csv(header, ...others))
  expect(result).toMatchObject({ added: 3, unchanged: 1, refused: 0 })
  expect(result).not.toHaveProperty('warned')
  expect(skeletonOf('USDC.e')).not.toBe(skeletonOf('USDC'))
})

test('a token that is renamed in the same file no longer looks like its old symbol', async () => {
  await using desk = await openImportScene()
  await withUsdc(desk)
  const lines = [`51,DAI,1,${address(0xc1)},6`, `50,EURC,1,${real},6`, `52,USDC,1,${address(0xc2)},6`]
  expect(await desk.take('tokens.csv', csv(header, ...lines))).not.toHaveProperty('warned')
})

test('the report marks look-alikes on request, and is unchanged otherwise', async () => {
  await using desk = await openImportScene()
  await withUsdc(desk)
  const line = (position: number, token: number) => `book,${position},0,${token},1,2026-01-01T00:00:00Z,,1`
  await desk.take('book.csv', csv(transactionsHeader, line(1, 50), line(2, 2)))
  const [plain] = await desk.store.reservesReport()
  expect(Object.keys(plain ?? {})).toEqual([
    'tokenSymbol',
    'reserveAmount',
    'transactionCount',
    'lastTransactionDate',
    'blockchain',
  ])
  const listed = async () =>
    (await desk.store.reservesReport({ contracts: true })).map(({ tokenSymbol, contractAddress, isLookAlike }) => ({
      tokenSymbol,
      contractAddress,
      isLookAlike,
    }))
  const other = { tokenSymbol: 'BBB', contractAddress: address(0xa2), isLookAlike: false }
  expect(await listed()).toEqual([other, { tokenSymbol: 'USDC', contractAddress: real, isLookAlike: false }])
  await desk.take('tokens.csv', csv(header, `51,US\u200bDC,1,${address(0xc1)},6`))
  expect(await listed()).toEqual([other, { tokenSymbol: 'USDC', contractAddress: real, isLookAlike: true }])
  const page = await desk.store.reservesPage({ limit: 1, after: ['BBB', 'Ethereum', '2'], contracts: true })
  expect(page.rows[0]).toMatchObject({ tokenSymbol: 'USDC', isLookAlike: true })
})
