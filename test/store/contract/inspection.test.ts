import { describe, expect, test } from 'vitest'
import { verifyChain } from '../../../server/audit/verify-chain.ts'
import { checkTotals } from '../../../server/doctor/totals.ts'
import type { Inspection } from '../../../server/store/inspection.ts'
import type { StoredData } from '../engine.ts'
import { engines } from '../engines.ts'
import { accept, begin, by, checkOf, type Installation, install, intentOf, rotate } from './installation.ts'

/** Inspects what is stored now, as a command does. */
async function inspecting<Output>(data: StoredData, work: (inspection: Inspection) => Promise<Output>) {
  await using inspection = await (await data.administration()).inspect()
  return await work(inspection)
}

const chainOf = (data: StoredData) => inspecting(data, verifyChain)

describe.for(engines)('inspecting data on $name', (engine) => {
  /** Two stored rotations of a custodian, one that is open at another, and a check that is open. */
  async function filled(): Promise<Installation> {
    const place = await install(engine)
    await rotate(place.store, place.tokenId)
    await rotate(place.store, place.tokenId)
    await place.store.beginCheck(checkOf(place.tokenId))
    return place
  }

  test('answers what the truth has', async () => {
    await using place = await filled()
    const { truth } = place.data
    const audit = await truth.read('audit')
    const seen = await inspecting(place.data, async (inspection) => ({
      links: await Array.fromAsync(inspection.auditLinks()),
      between: await Array.fromAsync(inspection.auditLinks({ after: '2', upTo: '4' })),
      ofKind: await Array.fromAsync(inspection.auditLinks({ kind: 'rotation.ended' })),
      open: await inspection.openIntents(),
      tokens: await inspection.tokens(),
      pairs: await Array.fromAsync(inspection.pairs()),
      byKey: await inspection.credentialsByKey(),
      ledger: await Array.fromAsync(inspection.ledger()),
      transactions: await Array.fromAsync(inspection.reserveTransactions()),
      misfits: await inspection.misfits(),
      structure: await inspection.structuralFaults(),
      references: await inspection.danglingReferences(),
    }))
    expect(seen.links.map(({ hash }) => hash)).toEqual(audit.map(({ hash }) => hash))
    expect(seen.between.map(({ sequence }) => sequence)).toEqual(['3', '4'])
    expect(seen.ofKind).toHaveLength(2)
    expect(seen.open.size).toBe(1)
    expect(seen.tokens.map(({ tokenId }) => tokenId)).toEqual([place.tokenId])
    expect(seen.pairs.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(seen.byKey).toEqual(new Map([['key', 2]]))
    expect(seen.transactions).toHaveLength(seen.ledger.length)
    expect(seen.ledger.length).toBeGreaterThan(0)
    expect([...seen.misfits, ...seen.structure, ...seen.references]).toEqual([])
  })

  test('the chain is sound, with its anchor, open intents and totals; control: a changed record and total are found', async () => {
    await using place = await filled()
    const { tamper } = place.data
    const intent = intentOf(place.tokenId)
    await begin(place.store, intent)
    await accept(place.store, intent)
    expect(await chainOf(place.data)).toMatchObject({ fault: null })
    expect(await inspecting(place.data, checkTotals)).toMatchObject({ status: 'ok' })
    await tamper.change('tokenTotals', () => true, { amount: '1' })
    expect(await inspecting(place.data, checkTotals)).toMatchObject({ status: 'fail' })
    await tamper.change('audit', ({ sequence }) => sequence === 2, { actor: 'mallory' })
    expect(await chainOf(place.data)).toMatchObject({ fault: { sequence: '2' } })
  })

  test('acknowledged records that are gone are found by the anchor', async () => {
    await using place = await filled()
    const last = (await place.data.truth.read('audit')).length
    await place.data.tamper.remove('audit', ({ sequence }) => sequence === last)
    expect(await chainOf(place.data)).toMatchObject({ fault: { about: 'anchor', sequence: `${last}` } })
  })

  test('is of one moment, regardless of what is written meanwhile', async () => {
    await using place = await filled()
    const before = (await place.data.truth.read('audit')).length
    await inspecting(place.data, async (inspection) => {
      expect(await Array.fromAsync(inspection.auditLinks())).toHaveLength(before)
      await place.store.recordAudit({ kind: 'backup.created', details: {}, ...by() })
      expect(await Array.fromAsync(inspection.auditLinks())).toHaveLength(before)
    })
    expect(await place.data.truth.read('audit'), 'control').toHaveLength(before + 1)
  })
})
