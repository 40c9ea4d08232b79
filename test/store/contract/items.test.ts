import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreError } from '../../../server/store/store-error.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { Result } from '../../../shared/result.ts'
import type { Tenant } from '../../../shared/tenants.ts'
import { id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { by, codeOf, type Installation, install } from './installation.ts'

const largest = id(2n ** 63n - 1n)

const successOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.info}`)
  return result.value
}

const keyOf = (tenantId: Id, seenBy: Id | null = null) => ({ kind: 'tenant', id: tenantId, seenBy }) as const

/** A busy machine makes a store refuse a write that had to wait; nothing was stored then. */
async function untilAnswered<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  for (;;)
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StoreError && /^(busy|unreachable)$/.test(error.cause))) throw error
    }
}

describe.each(engines)('on $name', (engine) => {
  let place: Installation
  beforeAll(async () => {
    place = await install(engine)
  })
  afterAll(() => place[Symbol.asyncDispose]())

  const create = (name: string, tenantId: Id | null = null) =>
    place.store.createItem({ kind: 'tenant', id: tenantId, seenBy: null, values: { name }, ...by('alice') })
  const created = async (name = 'New'): Promise<Tenant> => successOf(await create(name))
  const rename = ({ id: tenantId, version }: Pick<Tenant, 'id' | 'version'>, name: string, store = place.store) =>
    store.updateItem({ ...keyOf(tenantId), version, values: { name }, ...by('alice') })
  const remove = ({ id: tenantId, version }: Tenant) =>
    place.store.deleteItem({ ...keyOf(tenantId), version, ...by('alice') })
  const setDisabled = ({ id: tenantId, version }: Tenant, isDisabled: boolean) =>
    place.store.switchItem({ ...keyOf(tenantId), version, isDisabled, ...by('alice') })
  /** Names that were changed by a writer who had not seen them: each new name begins with the one that it was based on. */
  const lostUpdates = async ({ id: tenantId }: Tenant) => {
    const audit = await place.data.truth.read('audit')
    const changes = audit.filter((record) => record.kind === 'tenant.changed' && record.tenantId === tenantId)
    return changes.flatMap(({ details }) => {
      const { oldName, newName } = JSON.parse(details)
      return newName.startsWith(`${oldName}, `) ? [] : [oldName]
    })
  }
  const lastAudit = async () => (await place.data.truth.read('audit')).at(-1)

  test('a new item has version 1 and the ID after all that were ever used', async () => {
    const first = await created()
    const second = await created()
    expect(BigInt(second.id)).toBe(BigInt(first.id) + 1n)
    expect(second).toMatchObject({ version: 1, disabled: false, disabledAt: null })
    successOf(await remove(second))
    expect((await created()).id, 'the ID of a deleted one is not used again').toBe(`${BigInt(second.id) + 1n}`)
    expect(await create('again', second.id)).toMatchObject({ ok: false, error: { code: 'AlreadyExists' } })
    const put = await place.store.putTenants([{ tenantId: second.id, name: 'imported' }])
    expect(put).toMatchObject({ added: 0, refused: [{ index: 0 }] })
    expect(codeOf(await create('taken', tenants.first))).toBe('AlreadyExists')
    expect(successOf(await create('chosen', id(77_000))).id).toBe('77000')
  })

  test('each change raises the version and is in the audit with the values of before and after', async () => {
    const tenant = await created('Old')
    expect(await lastAudit()).toMatchObject({ kind: 'tenant.created', actor: 'alice', tenantId: tenant.id })
    const renamed = successOf(await rename(tenant, 'Young'))
    expect(renamed).toEqual({ ...tenant, name: 'Young', version: 2 })
    const { kind, details } = (await lastAudit()) ?? {}
    expect([kind, JSON.parse(details ?? '{}')]).toEqual(['tenant.changed', { oldName: 'Old', newName: 'Young' }])
    const disabled = successOf(await setDisabled(renamed, true))
    expect(disabled).toMatchObject({ version: 3, disabled: true, disabledAt: expect.any(String) })
    expect((await lastAudit())?.kind).toBe('tenant.disabled')
    expect(codeOf(await rename(disabled, 'x'))).toBe('Disabled')
    const enabled = successOf(await setDisabled(disabled, false))
    expect(enabled).toEqual({ ...renamed, version: 4 })
    expect((await lastAudit())?.kind).toBe('tenant.enabled')
    successOf(await remove(enabled))
    expect(await lastAudit()).toMatchObject({ kind: 'tenant.deleted', tenantId: tenant.id })
    expect(JSON.parse((await lastAudit())?.details ?? '{}')).toEqual({ oldName: 'Young', newName: '' })
  })

  test('what changes nothing gets no version and no record', async () => {
    const tenant = await created('Same')
    const before = await place.data.truth.everything()
    expect(successOf(await rename(tenant, 'Same'))).toEqual(tenant)
    expect(successOf(await setDisabled(tenant, false))).toEqual(tenant)
    expect(await place.data.truth.everything()).toEqual(before)
  })

  test('an import raises the version of what it changes, and enables nothing', async () => {
    const tenant = await created('Before')
    const disabled = successOf(await setDisabled(tenant, true))
    await place.store.putTenants([{ tenantId: tenant.id, name: 'Before' }])
    expect(await place.store.findItem(keyOf(tenant.id)), 'control: the same changes nothing').toEqual(disabled)
    await place.store.putTenants([{ tenantId: tenant.id, name: 'Imported' }])
    const imported = await place.store.findItem(keyOf(tenant.id))
    expect(imported).toEqual({ ...disabled, name: 'Imported', version: 3 })
  })

  test('a version that is another by now is refused with the current item', async () => {
    const tenant = await created('First')
    const current = successOf(await rename(tenant, 'Second'))
    const before = await place.data.truth.everything()
    for (const result of [await rename(tenant, 'Third'), await remove(tenant), await setDisabled(tenant, true)])
      expect(result).toMatchObject({ ok: false, error: { code: 'PreconditionFailed', value: current } })
    expect(codeOf(await rename({ ...tenant, version: 9_007_199_254_740_991 }, 'x'))).toBe('PreconditionFailed')
    expect(await place.data.truth.everything()).toEqual(before)
  })

  test('of many writers of one version, through two stores, exactly one wins', async () => {
    const other = await place.anotherStore()
    const tenant = await created('Contended')
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, writer) =>
        untilAnswered(() => rename(tenant, `Contended, by ${writer}`, writer % 2 ? other : place.store)),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.map(codeOf).filter((code) => code === 'PreconditionFailed')).toHaveLength(39)
    expect((await place.store.findItem(keyOf(tenant.id)))?.version).toBe(2)
    expect(await lostUpdates(tenant)).toEqual([])
  })

  test('control: writers of one version lose updates where the store does not check it', async () => {
    await using unchecked = await place.data.otherServer({ ignoresVersions: true })
    const tenant = await created('Contended')
    const results = await Promise.all(
      Array.from({ length: 3 }, (_, writer) => rename(tenant, `Contended, by ${writer}`, unchecked.store)),
    )
    expect(results.map(codeOf), 'each is answered as done').toEqual([null, null, null])
    expect(await lostUpdates(tenant)).toHaveLength(2)
  })

  test('what others refer to is not deleted, and what refers to it is named', async () => {
    const tenant = (await place.store.findItem(keyOf(tenants.first))) as Tenant
    expect(await remove(tenant)).toMatchObject({
      error: { code: 'InUse', info: ['custodians: 2', 'wallets: 6'] },
    })
  })

  test('an item of another tenant is like one that is missing', async () => {
    const { version } = (await place.store.findItem(keyOf(tenants.second))) as Tenant
    const foreign = { ...keyOf(tenants.second, tenants.first), version, ...by() }
    const missing = { ...foreign, id: id(999) }
    expect(await place.store.findItem(foreign)).toBeNull()
    for (const key of [foreign, missing]) {
      expect(await place.store.updateItem({ ...key, values: { name: 'x' } })).toEqual(await place.store.deleteItem(key))
      expect(codeOf(await place.store.switchItem({ ...key, isDisabled: true }))).toBe('NotFound')
    }
  })

  test('tokens of a disabled tenant say so, and the version of the tokens moves', async () => {
    const tenant = await created('Of tokens')
    const hash = new Uint8Array(32).fill(7)
    const token = { name: 'of it', hash, permissions: [], tenantId: tenant.id, expiresAt: Date.now() + 60_000, ...by() }
    await place.store.createToken(token)
    expect(await place.store.findToken(hash)).toMatchObject({ isTenantDisabled: false })
    await place.store.refresh()
    const before = place.store.tokensVersion()
    const disabled = successOf(await setDisabled(tenant, true))
    await place.store.refresh()
    expect(place.store.tokensVersion()).not.toBe(before)
    expect(await place.store.findToken(hash)).toMatchObject({ isTenantDisabled: true })
    successOf(await setDisabled(disabled, false))
    expect(await place.store.findToken(hash)).toMatchObject({ isTenantDisabled: false })
  })

  // Last, since no tenant can be made without an ID afterwards.
  test('the largest ID can be chosen and deleted, and leaves no next one', async () => {
    const last = successOf(await create('last', largest))
    expect(codeOf(await create('no room'))).toBe('AlreadyExists')
    successOf(await remove(last))
    expect(codeOf(await create('no room')), 'it is not used again').toBe('AlreadyExists')
  })
})
