import { describe, expect } from 'vitest'
import type { Operation } from '../../shared/operation.ts'
import { type OperationName, operations } from '../../shared/operations.ts'
import { membersOf } from '../harness/inputs.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { test as base, type Identity, requestOf, type Transport } from './platform.ts'
import { type Ask, names } from './transports.ts'

const test = base
  /** The answer's bytes and headers, but for what names the request or the moment. */
  .extend('bytesOf', { scope: 'file' }, ({ server }) => async (transport: Transport, ask: Ask) => {
    const response = await fetch(requestOf[transport](server, ask))
    const requestId = response.headers.get('request-id') as string
    const headers = new Headers(response.headers)
    for (const name of ['request-id', 'date']) headers.delete(name)
    return { status: response.status, headers: [...headers], text: (await response.text()).replace(requestId, '') }
  })
  /** Operation members that the first tenant must not be able to tell from nothing at all. */
  .extend('hidden', { scope: 'file' }, ({ platform: { members } }) => ({
    'another tenant and its custodian': members.seconds,
    "another tenant's custodian under the own tenant": { ...members.seconds, tenantId: tenants.first },
    'another tenant and no custodian': { ...members.seconds, custodianId: id(999) },
    'another tenant and the own custodian': { ...members.firsts, tenantId: tenants.second },
  }))

const all = [
  'another tenant and its custodian',
  "another tenant's custodian under the own tenant",
  'another tenant and no custodian',
  'another tenant and the own custodian',
] as const
type Hidden = (typeof all)[number]
const withCustodianOnly: readonly Hidden[] = all.slice(0, 3)

const allButUnderOwn = all.filter((which) => which !== "another tenant's custodian under the own tenant")

/** What must stay hidden behind an operation, by the objects that its input names. */
function hiddenFrom(name: OperationName): readonly Hidden[] {
  const { tenantId, custodianId, tokenId, walletId } = membersOf(name)
  const { platformOnly }: Operation = operations[name]
  if (platformOnly) return []
  // Its members are filters: what no record fits is an empty page.
  if (name === 'audit.list') return withCustodianOnly
  if (custodianId) return tenantId ? all : withCustodianOnly
  if (tokenId || walletId) return withCustodianOnly
  return tenantId ? allButUnderOwn : []
}

const covered = names.filter((name) => hiddenFrom(name).length > 0)

const transports = Object.keys(requestOf) as Transport[]

describe.each(covered)('I8: %s', (name) => {
  const cases = transports.flatMap((transport) => hiddenFrom(name).map((which) => [transport, which] as const))

  test.for(cases)(
    '%s answers for %s byte by byte like for a missing object',
    async ([transport, which], { platform, hidden, bytesOf }) => {
      // Enables what the test before this one disabled.
      await platform.ask(name, 'platformAdmin', platform.members.missing)
      const before = await platform.traces()
      const nothing = await bytesOf(transport, await platform.ask(name, 'tenantAdmin', platform.members.missing))
      expect(await bytesOf(transport, await platform.ask(name, 'tenantAdmin', hidden[which]))).toEqual(nothing)
      expect(await platform.traces()).toEqual(before)
      const own = await bytesOf(transport, await platform.ask(name, 'tenantAdmin', platform.members.firsts))
      expect(own).not.toEqual(nothing)
    },
  )
})

test("I8: another tenant's rotation under one's own custodian is not found", async ({ platform, bytesOf }) => {
  for (const transport of transports) {
    const under = (rotationId: string) =>
      platform.ask('custodians.rotation', 'tenantAdmin', { ...platform.members.firsts, rotationId })
    const other = platform.members.seconds.rotationId
    const missing = platform.members.missing.rotationId
    expect(await bytesOf(transport, await under(other))).toEqual(await bytesOf(transport, await under(missing)))
  }
})

describe.each(transports)('through %s', (transport) => {
  const seconds = ['Second Trust', `Custodian ${custodians.large}`, custodians.large]
  const lists = [
    'session.whoAmI',
    'tenants.list',
    'tenants.listPage',
    'custodians.list',
    'custodians.listPage',
    'tokens.list',
    'tokens.listPage',
    'audit.list',
  ] as const

  test.for(lists)('%s contains nothing of another tenant', async (name, { platform, bytesOf }) => {
    const read = async (identity: Identity) => {
      const { token } = await platform.ask(name, identity, platform.members.firsts)
      // The page of the audit has to reach back behind what the tests above did.
      const input = name === 'audit.list' ? { limit: '1000' } : {}
      return (await bytesOf(transport, { name, token, input })).text
    }
    const text = await read('tenantAdmin')
    for (const word of seconds) expect(text).not.toContain(word)
    const everything = await read(name === 'session.whoAmI' ? 'otherTenant' : 'platformAdmin')
    expect(seconds.some((word) => everything.includes(word))).toBe(true)
  })
})

test('every operation on an object is covered', () => {
  const namesObject = (name: OperationName) => Object.keys(membersOf(name)).some((member) => /^\w+Id$/.test(member))
  const isOpen = (name: OperationName) => !('platformOnly' in operations[name])
  expect(covered).toEqual(names.filter((name) => namesObject(name) && isOpen(name)))
  expect(covered).toEqual(expect.arrayContaining(['custodians.list', 'custodians.rotation', 'custodians.wallets']))
  expect(covered).not.toContain('session.whoAmI')
})
