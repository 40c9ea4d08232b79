import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { keyFileIn } from '../../server/config.ts'
import { test } from '../harness/fixtures.ts'
import type { Folder } from '../harness/folders.ts'
import { id } from '../harness/seed.ts'
import type { Facts, Kind } from '../store/facts.ts'
import { failures, named } from './findings.ts'

type Damage = (folder: Folder) => unknown

const changed =
  <K extends Kind>(kind: K, fits: (fact: Facts[K]) => boolean, values: Partial<Facts[K]>): Damage =>
  ({ data }) =>
    data.tamper.change(kind, fits, values)

const removed =
  <K extends Kind>(kind: K, fits: (fact: Facts[K]) => boolean): Damage =>
  ({ data }) =>
    data.tamper.remove(kind, fits)

/** Flips a bit of the first fact that fits. */
const flipped =
  <K extends Kind>(
    kind: K,
    fits: (fact: Facts[K]) => boolean,
    bytesOf: (fact: Facts[K]) => Uint8Array | string,
  ): Damage =>
  async ({ data: { truth, tamper } }) => {
    const [found] = (await truth.read(kind)).filter(fits)
    if (!found) throw new Error(`there is no such fact among the ${kind}`)
    await tamper.flipBit(bytesOf(found))
  }

type Credentials = Facts['credentials']
const ofThird = ({ custodianId }: Credentials) => custodianId === id(1003)
const activeOf = (custodianId: number) => (row: Credentials) => row.custodianId === id(custodianId) && row.version === 2
const second = ({ position }: Facts['transactions']) => position === '2'
const firstToken = ({ tokenId }: Facts['tokenTotals']) => tokenId === id(1)
const secondToken = ({ tokenId }: Facts['accountTotals']) => tokenId === id(2)
const ninth = ({ sequence }: Facts['audit']) => sequence === 9

/** Gives the third custodian the sealed credentials of the fourth. */
async function moveCredentials({ data: { truth, tamper } }: Folder): Promise<void> {
  const [found] = (await truth.read('credentials')).filter(activeOf(1004))
  if (!found) throw new Error('the fourth custodian has no credentials')
  const { wrappedKey, ciphertext } = found
  await tamper.change('credentials', activeOf(1003), { wrappedKey, ciphertext })
}

/** Makes the previous credentials of the third custodian its active ones. */
async function restoreCredentials({ data: { tamper } }: Folder): Promise<void> {
  await tamper.change('credentials', ofThird, { retiredAt: 1 })
  await tamper.change('credentials', (row) => ofThird(row) && row.version === 1, { retiredAt: null })
}

async function delayTotal({ data: { truth, tamper } }: Folder): Promise<void> {
  const [total] = (await truth.read('tokenTotals')).filter(firstToken)
  await tamper.change('tokenTotals', firstToken, { lastAt: (total?.lastAt ?? 0) + 1 })
}

function overwrite(file: string, content: string): void {
  chmodSync(file, 0o600)
  writeFileSync(file, content)
  chmodSync(file, 0o400)
}

test.for<[what: string, damage: Damage, found: string]>([
  ['the key file is missing', ({ dataDir }) => rmSync(keyFileIn(dataDir)), 'key'],
  ['others may read the key file', ({ dataDir }) => chmodSync(keyFileIn(dataDir), 0o440), 'key'],
  ['the key file is damaged', ({ dataDir }) => overwrite(keyFileIn(dataDir), 'not a key\n'), 'key'],
  [
    'the key is another one',
    ({ dataDir }) => overwrite(keyFileIn(dataDir), `${randomBytes(32).toString('base64')}\n`),
    'credentials',
  ],
  ['others may write into the folder', ({ dataDir }) => chmodSync(dataDir, 0o777), 'folder'],
  [
    'the bits of credentials have flipped',
    flipped('credentials', activeOf(1003), ({ ciphertext }) => ciphertext),
    'credentials',
  ],
  [
    'the bits of a wrapped key have flipped',
    flipped('credentials', activeOf(1003), ({ wrappedKey }) => wrappedKey),
    'credentials',
  ],
  ['credentials were moved to another custodian', moveCredentials, 'credentials'],
  ['earlier credentials were put back', restoreCredentials, 'credentials'],
  ['a custodian lost its credentials', removed('credentials', activeOf(1003)), 'credentials'],
  [
    'a custodian that has none by its version has credentials',
    changed('custodians', ({ custodianId }) => custodianId === id(1003), { version: 0 }),
    'credentials',
  ],
  [
    'a total is one unit off',
    changed('tokenTotals', firstToken, { amount: '123456789012345678901234567888' }),
    'totals',
  ],
  ['an account has another total', changed('accountTotals', secondToken, { amount: '1' }), 'totals'],
  ['a total is missing', removed('accountTotals', secondToken), 'totals'],
  ['a total counts another number of transactions', changed('tokenTotals', firstToken, { count: 3 }), 'totals'],
  ['a total has another last date', delayTotal, 'totals'],
  ['a reserve transaction was changed', changed('transactions', second, { amount: '2' }), 'totals'],
  ['a reserve transaction is missing', removed('transactions', second), 'totals'],
  ['a reserve transaction has no number', changed('transactions', second, { amount: '0x10' }), 'totals'],
  [
    'the bits of an amount have flipped',
    flipped(
      'transactions',
      ({ position }) => position === '1',
      ({ amount }) => amount,
    ),
    'totals',
  ],
  [
    'a row that others name is missing',
    removed('networks', ({ blockchainId }) => blockchainId === id(2)),
    'references',
  ],
  ['an audit record was changed', changed('audit', ninth, { actor: 'x' }), 'audit'],
  ['an audit record is missing', removed('audit', ninth), 'audit'],
  ['the end of the audit is missing', removed('audit', ({ sequence }) => sequence > 30), 'anchor'],
  ['the anchor is missing', ({ data }) => data.tamper.removeAnchor(), 'anchor'],
  ['the anchor is damaged', ({ data }) => data.tamper.damageAnchor(), 'anchor'],
])('when %s, doctor fails and gives a next step', async ([_what, damage, found], { folder }) => {
  await damage(folder)
  expect((await failures(folder.dataDir)).map(({ name }) => name)).toContain(found)
  expect((await named(folder.dataDir, found))?.nextStep).toMatch(/\.$|^Run: chmod/)
})
