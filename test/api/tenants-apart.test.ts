import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationName } from '../../shared/operations.ts'
import { membersOf } from '../harness/inputs.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { type House, type Identity, requestOf, startHouse, type Transport } from './house.ts'
import { type Ask, names } from './transports.ts'

let house: House

beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house[Symbol.asyncDispose]())

/** The answer's bytes and headers, but for what names the request or the moment. */
async function bytesOf(transport: Transport, ask: Ask) {
  const response = await fetch(requestOf[transport](house.server, ask))
  const requestId = response.headers.get('request-id') as string
  const headers = new Headers(response.headers)
  for (const name of ['request-id', 'date']) headers.delete(name)
  return { status: response.status, headers: [...headers], text: (await response.text()).replace(requestId, '') }
}

/** What the first tenant must not be able to tell from nothing at all. */
const hidden = {
  'another tenant and its custodian': () => house.members.seconds,
  "another tenant's custodian under the own tenant": () => ({ ...house.members.seconds, tenantId: tenants.first }),
  'another tenant and no custodian': () => ({ ...house.members.seconds, custodianId: id(999) }),
  'another tenant and the own custodian': () => ({ ...house.members.firsts, tenantId: tenants.second }),
}

type Hidden = keyof typeof hidden
const all = Object.keys(hidden) as Hidden[]
const withCustodianOnly = all.slice(0, 3)

const allButUnderOwn = all.filter((which) => which !== "another tenant's custodian under the own tenant")

/** What must stay hidden behind an operation, by the objects that its input names. */
function hiddenFrom(name: OperationName): readonly Hidden[] {
  const { tenantId, custodianId } = membersOf(name)
  // Its members are filters: what no record fits is an empty page.
  if (name === 'audit.list') return withCustodianOnly
  if (custodianId) return tenantId ? all : withCustodianOnly
  return tenantId ? allButUnderOwn : []
}

const covered = names.filter((name) => hiddenFrom(name).length > 0)

const transports = Object.keys(requestOf) as Transport[]

describe.each(covered)('I8: %s', (name) => {
  const cases = transports.flatMap((transport) => hiddenFrom(name).map((which) => [transport, which] as const))

  test.each(cases)('%s answers for %s byte by byte like for a missing object', async (transport, which) => {
    const before = await house.traces()
    const nothing = await bytesOf(transport, await house.ask(name, 'tenantAdmin', house.members.missing))
    expect(await bytesOf(transport, await house.ask(name, 'tenantAdmin', hidden[which]()))).toEqual(nothing)
    expect(await house.traces()).toEqual(before)
    const own = await bytesOf(transport, await house.ask(name, 'tenantAdmin', house.members.firsts))
    expect(own).not.toEqual(nothing)
  })
})

test("I8: another tenant's rotation under one's own custodian is not found", async () => {
  for (const transport of transports) {
    const under = (rotationId: string) =>
      house.ask('custodians.rotation', 'tenantAdmin', { ...house.members.firsts, rotationId })
    const other = house.members.seconds.rotationId
    const missing = house.members.missing.rotationId
    expect(await bytesOf(transport, await under(other))).toEqual(await bytesOf(transport, await under(missing)))
  }
})

describe.each(transports)('through %s', (transport) => {
  const seconds = ['Second Trust', `Custodian ${custodians.large}`, custodians.large]
  const read = async (name: OperationName, identity: Identity) => {
    const { token } = await house.ask(name, identity, house.members.firsts)
    return (await bytesOf(transport, { name, token })).text
  }
  const lists = [
    'session.whoAmI',
    'tenants.list',
    'tenants.listPage',
    'custodians.list',
    'custodians.listPage',
    'audit.list',
  ] as const

  test.each(lists)('%s contains nothing of another tenant', async (name) => {
    const text = await read(name, 'tenantAdmin')
    for (const word of seconds) expect(text).not.toContain(word)
    const everything = await read(name, name === 'session.whoAmI' ? 'otherTenant' : 'platformAdmin')
    expect(seconds.some((word) => everything.includes(word))).toBe(true)
  })
})

test('every operation on an object is covered', () => {
  const namesObject = (name: OperationName) => Object.keys(membersOf(name)).some((member) => /^\w+Id$/.test(member))
  expect(covered).toEqual(names.filter(namesObject))
  expect(covered).toEqual(expect.arrayContaining(['custodians.list', 'custodians.rotation', 'custodians.wallets']))
  expect(covered).not.toContain('session.whoAmI')
})
