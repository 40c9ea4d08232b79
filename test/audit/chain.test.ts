import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChainHead, chainHash, commitStartAfter, emptyChain, linkAfter, mayLag } from '../../server/audit/chain.ts'
import type { NewAuditRecord } from '../../server/store/by.ts'

const record: fc.Arbitrary<NewAuditRecord> = fc.record({
  kind: fc.constantFrom('data.imported', 'token.created', 'rotation.ended'),
  actor: fc.string(),
  at: fc.nat(),
  details: fc.dictionary(fc.string(), fc.string()),
})

const chainOf = (records: readonly NewAuditRecord[]) => {
  let head: ChainHead = emptyChain
  return records.map((each) => {
    const link = { ...linkAfter(head, each), previous: head.hash }
    head = { sequence: BigInt(link.sequence), hash: link.hash }
    return link
  })
}

test('records are numbered from 1 without a gap, and each hash covers the one before it', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), (records) => {
      for (const [place, link] of chainOf(records).entries()) {
        expect(link.sequence).toBe(`${place + 1}`)
        expect(link.hash).toBe(chainHash(link.previous, link))
      }
    }),
  )
})

test('a record that differs in anything has another hash, and so have all that follow it', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 2, maxLength: 10 }), fc.nat(), (records, seed) => {
      const place = seed % records.length
      const changed = records.map((each, at) => (at === place ? { ...each, actor: `${each.actor}.` } : each))
      const before = chainOf(records)
      const after = chainOf(changed)
      for (const [at, link] of before.entries()) expect(link.hash === after[at]?.hash).toBe(at < place)
    }),
  )
})

test('an anchor may lag behind the records of the last commit, and behind no more', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.integer({ min: 1, max: 50 }), (before, count) => {
      const last = BigInt(before + count)
      const commitStart = `${commitStartAfter(BigInt(before), last) ?? last}`
      expect(mayLag(`${before}`, { sequence: `${last}`, commitStart })).toBe(true)
      if (before > 0) expect(mayLag(`${before - 1}`, { sequence: `${last}`, commitStart })).toBe(false)
    }),
  )
})
