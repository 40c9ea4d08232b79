import { describe, expect, test } from 'vitest'
import { custodians, id } from '../../harness/seed.ts'
import type { StoredData } from '../engine.ts'
import { engines } from '../engines.ts'
import { begin, checkOf, install, intentOf, rotate } from './installation.ts'
import { brokenInvariants } from './invariants.ts'

const isCopper = ({ custodianId }: { readonly custodianId: string }) => custodianId === custodians.copper
const any = () => true

/** What a weaker engine would leave behind, and the line that must name it. */
const plants: readonly (readonly [what: string, plant: (data: StoredData) => Promise<unknown>, line: RegExp])[] = [
  [
    'a lost activation',
    ({ tamper }) => tamper.change('custodians', isCopper, { version: 1 }),
    /has version 1, but \[2\] active/,
  ],
  ['lost credentials', ({ tamper }) => tamper.remove('credentials', isCopper), /has version 2, but \[\] active/],
  [
    'a stored rotation that is gone',
    ({ tamper }) => tamper.remove('rotations', ({ outcome }) => outcome === 'stored'),
    /has version 2 after 0 stored rotations/,
  ],
  [
    'a record that is gone',
    ({ tamper }) => tamper.remove('audit', ({ sequence }) => sequence === 2),
    /record 2 is missing/,
  ],
  [
    'a record that was changed',
    ({ tamper }) => tamper.change('audit', ({ sequence }) => sequence === 2, { actor: 'mallory' }),
    /hash of record 2/,
  ],
  [
    'a rotation that was never audited',
    ({ tamper }) => tamper.change('rotations', ({ version }) => version === 1, { outcome: null }),
    /is open, with 1 ends in the audit/,
  ],
  ['a check that ended in silence', ({ tamper }) => tamper.remove('checks', any), /is ended, with 0 ends in the audit/],
  [
    'a rotation in a freeze',
    ({ tamper }) => tamper.change('audit', ({ sequence }) => sequence === 2, { kind: 'tenant.frozen' }),
    /is rotation\.intended in a freeze/,
  ],
  [
    'a freeze that is lost',
    ({ tamper }) => tamper.change('audit', ({ sequence }) => sequence === 2, { kind: 'tenant.frozen' }),
    /\[\] is frozen, and \[1\] by the audit/,
  ],
  [
    'a lost reserve transaction',
    ({ tamper }) => tamper.remove('transactions', ({ position }) => position === '2'),
    /the total of 1 is kept as/,
  ],
  [
    'a total that is off by one minor unit',
    ({ tamper }) => tamper.change('tokenTotals', ({ tokenId }) => tokenId === id(2), { amount: '2100000000000001' }),
    /2100000000000000 is right/,
  ],
  ['a total that is gone', ({ tamper }) => tamper.remove('accountTotals', any), /2 totals are kept of 4/],
]

describe.each(engines)('the search for broken invariants on $name', (engine) => {
  test.each(plants)('control: finds %s', async (_what, plant, line) => {
    await using place = await install(engine)
    const { data, store, tokenId } = place
    await rotate(store, tokenId)
    await rotate(store, tokenId)
    await store.beginCheck(checkOf(tokenId))
    expect(await brokenInvariants(data.truth)).toEqual([])
    await plant(data)
    expect((await brokenInvariants(data.truth)).join('\n')).toMatch(line)
  })

  test('finds nothing wrong with a rotation that is open', async () => {
    await using place = await install(engine)
    await begin(place.store, intentOf(place.tokenId))
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })
})
