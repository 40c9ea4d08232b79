import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dataUri, png, useBomb } from '../shared/icons.ts'
import { address, csv, furnish, openImportScene, refusedIn, transactionsHeader } from './import-scene.ts'

const long = 'x'.repeat(201)
const pngUri = dataUri('png', png(8, 8))
const hugePng = dataUri('png', png(16_000, 16_000))
const svgUri = (text: string) => dataUri('svg+xml', text)

/** Header, a good line, and bad ones each with what its reason must say. */
const cases: Readonly<Record<string, readonly [header: string, good: string, bad: Readonly<Record<string, string>>]>> =
  {
    tenants: [
      'tenantId,name',
      '5,Fifth',
      {
        '0,Zero': 'tenantId must be a whole number from 1 to 9223372036854775807; it is "0"',
        '9223372036854775808,Far': 'tenantId must be a whole number from 1',
        '007,Spy': 'tenantId must be a whole number',
        '1.0,One': 'tenantId must be a whole number',
        ' 1,One': 'tenantId must be a whole number',
        ',No one': 'tenantId is required',
        ',': 'tenantId is required; name is required',
        '6,': 'name is required',
        [`6,${long}`]: 'name must be text of at most 200 characters',
        '6,a\u0007b': 'without control characters',
        '6,A,B': 'the row has 3 cells, but the header has 2',
        '6': 'the row has 1 cells, but the header has 2',
      },
    ],
    networks: [
      'blockchainId,network,networkIcon',
      `9,Nine,"${pngUri}"`,
      {
        '3,Ethereum,': 'network 1 already has the name "Ethereum"',
        '3,Three,https://example.com/icon.png': 'networkIcon must be a base64 data URI',
        '3,Three,"data:image/png;base64,aGVsbG8="': 'networkIcon is not a PNG image',
        [`3,Three,"${hugePng}"`]:
          'networkIcon has 16000 x 16000 pixels, may have at most 512 a side; it is "data:image',
        [`3,Three,"${svgUri(useBomb(6))}"`]: 'networkIcon has a <use> element, which icons may not have',
        [`3,Three,"${svgUri('<svg/>')}"`]: 'networkIcon does not begin with <svg xmlns=',
        '3,Three,"data:text/html;base64,aGVsbG8="': 'networkIcon must be a base64 data URI',
        [`3,Three,"data:image/png;base64,${'A'.repeat(65_536)}"`]: 'at most 65536 characters',
      },
    ],
    custodians: [
      'custodianId,tenantId,name,provider,baseUrl',
      '31,1,Third,copper,https://copper.example/',
      {
        '32,9,X,copper,': 'there is no tenant 9; import the tenants first',
        '32,1,X,bank,': 'provider must be fireblocks or copper; it is "bank"',
        '32,1,X,Copper,': 'provider must be fireblocks or copper',
        '32,1,X,copper,http://copper.example': 'baseUrl must start with https:',
        '32,1,X,copper,ftp://copper.example': 'baseUrl must be an origin',
        '32,1,X,copper,https://user@copper.example': 'baseUrl must be an origin',
        '32,1,X,copper,not a url': 'baseUrl must be 1 to 200 visible ASCII characters',
      },
    ],
    wallets: [
      'walletId,tenantId,custodianId,blockchainId,address,metadataJson,isActive',
      `301,1,11,1,${address(301)},"{""label"":""a,b""}",FALSE`,
      {
        [`302,1,99,1,${address(1)},,`]: 'there is no custodian 99; import the custodians first',
        [`302,1,11,99,${address(1)},,`]: 'there is no network 99; import the networks first',
        [`302,1,21,1,${address(1)},,`]: "custodian 21 belongs to tenant 2, not to the wallet's tenant 1",
        '302,1,11,1,,,': 'address is required',
        '302,1,11,1,two words,,': 'address must be 1 to 200 visible ASCII characters',
        [`302,1,11,1,${address(1)},{oops,`]: 'metadataJson must be JSON text',
        [`302,1,11,1,${address(1)},,yes`]: 'isActive must be true or false; it is "yes"',
      },
    ],
    tokens: [
      'tokenId,tokenSymbol,blockchainId,contractAddress,decimals',
      '31,XXX,1,,0',
      {
        '32,XXX,99,,0': 'there is no network 99',
        [`32,XXX,1,${address(0xa1).toUpperCase().replace('X', 'x')},0`]: `the contract ${address(0xa1)} already belongs to token 1`,
        '32,XXX,1,,256': 'decimals must be a whole number from 0 to 255',
        '32,XXX,1,,': 'decimals is required',
        '32,,1,,0': 'tokenSymbol is required',
      },
    ],
    'reserve accounts': [
      'reserveAccountId,blockchainId,address,name',
      '31,1,somewhere,X',
      {
        '32,99,nowhere,X': 'there is no network 99',
        [`32,1,${address(0xb1)},X`]: `the address ${address(0xb1)} already belongs to reserve account 1`,
        '32,1,nowhere,': 'name is required',
      },
    ],
    'reserve transactions': [
      transactionsHeader,
      'book,1,0,2,1.5,2026-01-01T00:00:00Z,,1',
      {
        'book,2,0,99,1,2026-01-01T00:00:00Z,,1': 'there is no token 99',
        'book,3,0,2,1,2026-01-01T00:00:00Z,,99': 'there is no reserve account 99',
        'book,4,0,2,1,2026-01-01T00:00:00Z,98,1': 'there is no reserve account 98',
        'book,5,0,2,1,2026-01-01T00:00:00Z,,': 'it names no reserve account',
        'book,6,0,2,1,2026-01-01T00:00:00Z,,4': 'reserve account 4 is on network 2, but token 2 on network 1',
        'book,7,0,2,1.0000001,2026-01-01T00:00:00Z,,1': 'amount has more than the 6 decimal places of token 2',
        'book,8,0,2,-1,2026-01-01T00:00:00Z,,1': 'amount must be a plain decimal without sign',
        'book,9,0,2,1e3,2026-01-01T00:00:00Z,,1': 'amount must be a plain decimal',
        'book,10,0,2,"1,000",2026-01-01T00:00:00Z,,1': 'amount must be a plain decimal',
        'book,11,0,2,.5,2026-01-01T00:00:00Z,,1': 'amount must be a plain decimal',
        'book,12,0,2,1,2026-01-01T00:00:00,,1': 'at must be an ISO 8601 time',
        'book,13,0,2,1,2026-02-29T00:00:00Z,,1': 'at must be an ISO 8601 time',
        'book,14,0,2,1,1969-12-31T23:59:59Z,,1': 'at must be an ISO 8601 time',
        'book,9223372036854775808,0,2,1,2026-01-01T00:00:00Z,,1': 'position must be a whole number from 0 to',
        'book,15,-1,2,1,2026-01-01T00:00:00Z,,1': 'index must be a whole number from 0 to',
        ',16,0,2,1,2026-01-01T00:00:00Z,,1': 'source is required',
        'book,1,0,2,1.6,2026-01-01T00:00:00Z,,1': 'position 1, index 0 is already stored with different content',
      },
    ],
  }

test.each(Object.entries(cases))(
  'refused lines of %s do not affect the valid ones',
  async (kind, [header, good, bad]) => {
    await using desk = await openImportScene()
    await furnish(desk)
    const lines = Object.keys(bad)
    const result = await desk.take('mixed.csv', csv(header, good, ...lines, good))
    expect(result).toMatchObject({ kind, added: 1, unchanged: 1, changed: 0, refused: lines.length })
    expect(result.rejectedFile).toBe(`${desk.at('mixed.csv')}.rejected.ndjson`)
    const refused = refusedIn(result.file)
    expect(refused.map(({ line, raw }) => [line, raw])).toEqual(lines.map((raw, place) => [place + 3, raw]))
    for (const [place, { reason }] of refused.entries()) expect(reason).toContain(Object.values(bad)[place])
  },
)

test('refused lines change nothing, and the file of refused lines is removed when there are none', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const before = await desk.data.truth.everything({ except: 'audit' })
  const result = await desk.take('tenants.csv', csv('tenantId,name', '0,Zero', '1'))
  const after = await desk.data.truth.everything({ except: 'audit' })
  expect(after).toEqual(before)
  expect(existsSync(`${result.file}.rejected.ndjson`)).toBe(true)
  const corrected = await desk.take('tenants.csv', csv('tenantId,name', '4,Four'))
  expect(corrected).toEqual({
    file: result.file,
    kind: 'tenants',
    added: 1,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    refused: 0,
  })
  expect(existsSync(`${result.file}.rejected.ndjson`)).toBe(false)
})

test('refused lines are listed in file order, over many batches, whether the parser or the store refused them', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const bad = new Set([3, 4_999, 5_000, 5_001, 12_345, 20_000])
  const lines = Array.from({ length: 20_000 }, (_, place) => {
    const amount = bad.has(place + 2) && place % 2 ? 'much' : '1'
    return `book,${20_000 - place},0,${bad.has(place + 2) ? 99 : 2},${amount},2026-01-01T00:00:00Z,,1`
  })
  const result = await desk.take('book.csv', csv(transactionsHeader, ...lines))
  expect(result).toMatchObject({ added: 20_000 - bad.size, refused: bad.size })
  expect(refusedIn(result.file).map(({ line, raw }) => [line, raw])).toEqual(
    [...bad].map((line) => [line, lines[line - 2]]),
  )
})

test('transactions of many sources in one file keep their order', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const line = (place: number) =>
    `${place % 3 ? 'a' : 'b'},${1000 - place},0,${place === 500 ? 99 : 2},1,2026-01-01T00:00:00Z,,1`
  const lines = Array.from({ length: 1000 }, (_, place) => line(place))
  const result = await desk.take(
    'book.csv',
    csv(transactionsHeader, ...lines, lines[7]?.replace(',1,20', ',2,20') ?? ''),
  )
  expect(result).toMatchObject({ added: 999, refused: 2 })
  expect(refusedIn(result.file).map(({ line: number }) => number)).toEqual([502, 1002])
})
