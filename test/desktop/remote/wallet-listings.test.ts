import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsoleFailure } from '../../../desktop/bridge/failures.ts'
import type { WalletRow, WalletSlice } from '../../../desktop/bridge/wallets.ts'
import { createWalletListings, type WalletListings } from '../../../desktop/main/remote/wallets/wallet-listings.ts'
import type { Result } from '../../../shared/result.ts'
import { custodians, id, tenants } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { dataUri, png, useBomb } from '../../shared/icons.ts'
import { t } from '../harness/words.ts'
import { anyToken, bearer, createConsole, profileAt } from './ask.ts'
import { type HostileServer, startHostileServer } from './hostile-server.ts'
import { whole } from './nasty-answers.ts'
import { iconAt, networkIcons, type Rows, walletAt, walletStream } from './wallet-stream.ts'

let server: HostileServer
const desk = createConsole()
let listings: WalletListings
let target: Parameters<WalletListings['slice']>[0]

beforeAll(async () => {
  server = await startHostileServer()
})
beforeEach(() => {
  listings = createWalletListings(desk)
  target = { profile: profileAt(server.url), token: bearer(anyToken()) }
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const ofCopper = { tenantId: tenants.first, custodianId: custodians.copper, onlyActive: false }
const open = (by = listings) => by.slice(target, ofCopper)

const sliceIn = (given: Result<WalletSlice, ConsoleFailure>): WalletSlice => {
  if (!given.ok) throw new Error(`${given.error.code}: ${given.error.info.join(' | ')}`)
  return given.value
}
const following = ({ listingId, from, rows }: WalletSlice, by = listings) =>
  by.slice(target, { listingId, from: from + rows.length })

/** All slices of a listing, or the failure that it ended with. */
async function readAll(by = listings) {
  const slices: WalletSlice[] = []
  let given = await open(by)
  for (; given.ok; given = await following(given.value, by)) {
    slices.push(given.value)
    if (given.value.isLast) return { slices, error: null }
  }
  return { slices, error: given.error }
}

const stream = (rows: Rows) => server.turn({ nasty: walletStream(rows) })

test('wallets of a real server arrive with each icon transferred once', async () => {
  await using real = await startTestServer()
  const token = await real.token()
  const expected = await real.trpc(token).custodians.wallets.query(ofCopper)
  const slice = sliceIn(await listings.slice({ profile: profileAt(real.url), token: bearer(token) }, ofCopper))
  expect(slice).toMatchObject({ custodianName: 'Custodian 12', custodianProvider: 'copper', isLast: true, total: 3 })
  expect(slice.rows.map(({ icon, ...row }) => ({ ...row, networkIcon: slice.icons[icon] }))).toEqual(expected.wallets)
  expect(Object.keys(slice.icons)).toHaveLength(1)
})

test('a custodian without wallets has one empty slice', async () => {
  stream({ count: 0 })
  expect(sliceIn(await open())).toMatchObject({ rows: [], icons: {}, total: 0, isLast: true, custodianName: 'Cold' })
})

test('a rejection by the server fails the opening of a listing', async () => {
  await using real = await startTestServer()
  const profile = profileAt(real.url)
  const given = await listings.slice(
    { profile, token: bearer(await real.token()) },
    { ...ofCopper, custodianId: id(999) },
  )
  expect(given).toMatchObject({ ok: false, error: { code: 'NotFound', requestId: expect.any(String) } })
})

describe('a long listing', () => {
  test('of 12,000 wallets arrives complete and in order, in slices that carry only new icons', async () => {
    stream({ count: 12_000 })
    const { slices } = await readAll()
    expect(slices.map((slice) => slice.rows.length)).toEqual([100, ...Array(11).fill(1_000), 900])
    const icons: Record<number, string | null> = Object.assign({}, ...slices.map((slice) => slice.icons))
    expect(slices.map((slice) => Object.keys(slice.icons).length)).toEqual([16, ...Array(12).fill(0)])
    const rows = slices.flatMap((slice): readonly WalletRow[] => slice.rows)
    const given = rows.map(({ icon, ...row }) => ({ ...row, networkIcon: icons[icon] }))
    expect(given).toEqual(
      Array.from({ length: 12_000 }, (_, index) => ({ ...walletAt(index), networkIcon: networkIcons[index % 16] })),
    )
  })

  test('returns its first rows before the last byte has arrived', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    stream({ count: 1_000, hold: (index) => (index === 700 ? promise : undefined) })
    const first = sliceIn(await open())
    expect(first.rows).toHaveLength(100)
    expect(first.isLast).toBe(false)
    resolve()
    const last = sliceIn(await following(first))
    expect(last).toMatchObject({ total: 1_000, isLast: true })
    expect(last.rows).toHaveLength(900)
  })

  test('may be larger than 64 MiB on the wire when it repeats a few icons', async () => {
    stream({ count: 30_000 })
    expect(30_000 * (networkIcons[0] as string).length).toBeGreaterThan(desk.limits.answerBytes)
    expect((await readAll()).slices.at(-1)).toMatchObject({ total: 30_000, isLast: true })
  })

  test('returns the same rows when they are requested again', async () => {
    stream({ count: 600 })
    const first = sliceIn(await open())
    const second = await following(first)
    expect(await following(first)).toEqual(second)
    expect(await listings.slice(target, { listingId: first.listingId, from: 5_000 })).toMatchObject({
      ok: true,
      value: { rows: [], isLast: true },
    })
  })
})

describe('a broken listing', () => {
  type Case = readonly [title: string, rows: Rows, code: string, text: RegExp]
  const cases: readonly Case[] = [
    ['breaks off in the middle', { count: 800, ending: '' }, 'AnswerUnreadable', /cut off/],
    [
      'has a row of another shape',
      { count: 800, extra: at(700, { walletId: 7 }) },
      'AnswerUnreadable',
      /wallets\.700\.walletId/,
    ],
    [
      'has a row without a member',
      { count: 800, extra: at(700, { address: undefined }) },
      'AnswerUnreadable',
      /address/,
    ],
    [
      'has a row of more than 1 MiB',
      { count: 800, extra: at(700, { metadataJson: 'x'.repeat(2_000_000) }) },
      'AnswerUnreadable',
      /larger than 1048576/,
    ],
    ['has a deeply nested row', { count: 800, extra: at(700, { deep: nested(100) }) }, 'AnswerUnreadable', /levels/],
    [
      'ends with something that is no row',
      { count: 800, ending: ',7]}}}' },
      'AnswerUnreadable',
      /wallets\.800: is not a row/,
    ],
    ['ends with a comma', { count: 800, ending: ',]}}}' }, 'AnswerUnreadable', /is not a row/],
    ['lacks a comma', { count: 800, ending: '{}]}}}' }, 'AnswerUnreadable', /is not a row/],
    ['has two lists', { count: 800, ending: '],"wallets":[{}]}}}' }, 'AnswerUnreadable', /two lists/],
    ['goes on after its end', { count: 800, ending: ']}}} trailing' }, 'AnswerUnreadable', /not JSON/],
  ]
  test.each(cases)('that %s returns its complete rows, then the reason', async (...[, rows, code, text]) => {
    stream(rows)
    const { slices, error } = await readAll()
    expect(slices.map((slice) => [slice.rows.length, slice.isLast])).toEqual([[100, false]])
    expect(error).toMatchObject({ code })
    expect(error?.info.join()).toMatch(text)
  })

  test('that never ends stops at the memory limit', async () => {
    await using small = createConsole({ answerBytes: 1024 * 1024 })
    stream({ count: 1e9 })
    const { error } = await readAll(createWalletListings(small))
    expect(error).toMatchObject({ code: 'AnswerTooLarge' })
  })

  test('with oversized icons returns its rows without them', async () => {
    const icons = [dataUri('svg+xml', useBomb(6)), dataUri('png', png(16_000, 16_000)), networkIcons[0] as string]
    stream({ count: 3, iconOf: (index) => icons[index] as string })
    const { rows, icons: shown } = sliceIn(await open())
    expect(rows.map(({ icon }) => shown[icon])).toEqual([null, null, networkIcons[0]])
  })

  test('with another icon in every row stops keeping icons, not rows', async () => {
    stream({
      count: 1_500,
      iconOf: (index) => iconAt(index),
    })
    const { slices } = await readAll()
    const icons = Object.values(Object.assign({}, ...slices.map((slice) => slice.icons)))
    expect(icons.filter((icon) => icon !== null)).toHaveLength(1_000)
    expect(icons.filter((icon) => icon === null)).toHaveLength(1)
    expect(slices.at(-1)).toMatchObject({ total: 1_500, isLast: true })
  })

  test('that contains the token hides it', async () => {
    const token = target.token.reveal()
    stream({ count: 800, extra: at(700, { address: `x${token}` }) })
    const { error } = await readAll()
    expect(error?.info.join()).toBe(t('network:response.hasToken'))
  })

  test('that is no listing at all fails the opening', async () => {
    server.turn({ nasty: whole('<html>', { type: 'text/html' }) })
    expect(await open()).toMatchObject({ ok: false, error: { code: 'AnswerUnreadable' } })
    server.turn({ nasty: whole('{"result":{"data":{"wallets":[]}}}') })
    expect(await open()).toMatchObject({ ok: false, error: { code: 'AnswerUnreadable' } })
  })
})

test('a listing waits for a custodian that the server names after the wallets', async () => {
  const members = JSON.stringify({ ...walletAt(0), networkIcon: networkIcons[0] })
  const names = '"custodianName":"Late","custodianProvider":"copper","custodianId":"11"'
  server.turn({ nasty: whole(`{"result":{"data":{"wallets":[${members}],${names}}}}`) })
  expect(sliceIn(await open())).toMatchObject({ custodianName: 'Late', total: 1, isLast: true })
})

test('an unknown member of a newer server is dropped', async () => {
  stream({ count: 1, extra: () => ({ colour: 'red' }) })
  expect(sliceIn(await open()).rows).toEqual([{ ...walletAt(0), icon: 0 }])
})

describe('a listing is released', () => {
  const gone = { ok: false, error: { code: 'ListingGone' } }

  test('when three newer ones are opened', async () => {
    stream({ count: 600 })
    const first = sliceIn(await open())
    await open()
    const third = sliceIn(await open())
    expect(await following(first)).toMatchObject({ ok: true })
    await open()
    expect(await following(first)).toMatchObject(gone)
    expect(await following(third)).toMatchObject({ ok: true })
  })

  test('when its profile signs out, and of all profiles when the console is locked', async () => {
    stream({ count: 600 })
    const first = sliceIn(await open())
    listings.clear(randomUUID())
    expect(await following(first)).toMatchObject({ ok: true })
    listings.clear(target.profile.id)
    expect(await following(first)).toMatchObject(gone)
    const second = sliceIn(await open())
    listings.clear()
    expect(await following(second)).toMatchObject(gone)
  })

  test('even while it is being opened', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    stream({ count: 1_000, hold: (index) => (index === 10 ? promise : undefined) })
    const opening = open()
    while (server.requests.at(-1)?.path.includes('custodians.wallets') !== true) await new Promise(setImmediate)
    listings.clear()
    expect(await opening).toMatchObject({ ok: false })
    resolve()
  })

  test('and cannot be read by another profile', async () => {
    stream({ count: 600 })
    const first = sliceIn(await open())
    target = { ...target, profile: profileAt(server.url) }
    expect(await following(first)).toMatchObject(gone)
  })
})

function at(row: number, members: object) {
  return (index: number) => (index === row ? members : {})
}

function nested(levels: number): unknown {
  return levels ? [nested(levels - 1)] : 0
}
