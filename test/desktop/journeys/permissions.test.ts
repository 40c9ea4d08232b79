// @module-tag long
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Permission } from '../../../shared/permissions.ts'
import type { Id } from '../../../shared/primitives.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, signIn } from '../harness/console.ts'
import { t } from '../harness/words.ts'
import { storeKeys } from './places.ts'

const ofCustodian = (part: string) => `/custodians/${custodians.copper}${part}`

type Screen = {
  readonly path: string
  readonly needs: readonly Permission[]
  /** Stands there once it may be read. */
  readonly shows: string
}

const screens: readonly Screen[] = [
  { path: '/custodians', needs: ['custodians:read'], shows: 'Custodian 11' },
  { path: ofCustodian(''), needs: ['custodians:read'], shows: t('custodians:recent') },
  { path: ofCustodian('/history'), needs: ['custodians:read'], shows: t('custodians:history.count', { count: 1 }) },
  { path: ofCustodian('/rotate'), needs: ['custodians:read', 'custodians:update'], shows: t('rotate:form.validate') },
  {
    path: ofCustodian('/wallets'),
    needs: ['custodians:read', 'wallets:read'],
    shows: t('wallets:count', { count: 2 }),
  },
  {
    path: `/tenants/${tenants.first}${ofCustodian('/wallets')}`,
    needs: ['wallets:read'],
    shows: t('wallets:count', { count: 2 }),
  },
  { path: '/reserves', needs: ['reserves:read'], shows: t('reserves:rows', { count: 2 }) },
  { path: '/audit', needs: ['audit:read'], shows: t('audit:kinds.rotation.ended') },
  {
    path: '/administration/networks',
    needs: ['reserves:read'],
    shows: t('administration:networks.count', { count: 2 }),
  },
  {
    path: '/administration/chain-tokens',
    needs: ['reserves:read'],
    shows: t('administration:chainTokens.count', { count: 2 }),
  },
  {
    path: '/administration/reserve-accounts',
    needs: ['reserves:read'],
    shows: t('administration:reserveAccounts.count', { count: 2 }),
  },
  { path: '/administration/webhooks', needs: ['webhooks:read'], shows: t('webhooks:none') },
  { path: '/this-machine', needs: [], shows: t('thisMachine:statuses.absent') },
  { path: '/connect', needs: [], shows: 'Custody desk' },
  { path: '/settings', needs: [], shows: t('settings:dueDays') },
  { path: '/shortcuts', needs: [], shows: t('shortcuts:title') },
  { path: '/about', needs: [], shows: t('about:title', { version: '0.1.0' }) },
]

let server: TestServer
let desk: OpenConsole

beforeAll(async () => {
  server = await startTestServer()
  await storeKeys(server)
  desk = await openConsole({ url: server.url, token: await server.token({ name: 'Ada' }) })
})
afterAll(async () => {
  await desk?.close()
  await server?.[Symbol.asyncDispose]()
})

const main = () => desk.page.getByRole('main')
const goTo = (path: string) => desk.page.evaluate(`location.hash = '#${path}'`)
const hash = () => desk.page.evaluate('location.hash')

const onSettings = () => main().getByText(t('settings:dueDays')).waitFor()

async function holdOnly(permissions: readonly Permission[], tenantId?: Id): Promise<void> {
  const name = `${permissions.join(' ')} ${tenantId ?? ''}`
  const token = await server.token({ name, permissions, ...(tenantId && { tenantId }) })
  await signIn(desk, desk.profileId, token)
  await goTo('/settings')
  await desk.electron.window.reload()
  await onSettings()
}

/** Which permission a screen says is missing; null when it shows what it is for. */
async function missingOn({ path, needs, shows }: Screen): Promise<Permission | null> {
  // By way of another, so that nothing is left of the screen before.
  await goTo('/settings')
  await onSettings()
  await goTo(path)
  const either = main()
    .getByText(new RegExp([shows, ...needs].join('|')))
    .filter({ visible: true })
  await either.first().waitFor()
  if ((await main().getByText(shows).filter({ visible: true }).count()) > 0) return null
  const text = (await main().textContent()) ?? ''
  return needs.find((permission) => text.includes(permission)) ?? null
}

describe.each(Permission.options)('a token with only %s', (only) => {
  test('opens the screens it may read; every other screen names the missing permission', async () => {
    await holdOnly([only])
    for (const screen of screens) {
      const missing = screen.needs.filter((needed) => needed !== only)
      const said = await missingOn(screen)
      if (missing.length === 0) expect(said, screen.path).toBeNull()
      else expect(missing, screen.path).toContain(said)
      expect(await main().getByRole('heading').count(), screen.path).toBeGreaterThan(0)
    }
    expect(desk.mainErrors).toEqual([])
  })
})

test('a token with every permission opens every screen (control)', async () => {
  await holdOnly(Permission.options)
  for (const screen of screens) expect(await missingOn(screen), screen.path).toBeNull()
})

const openButton = () => main().getByRole('button', { name: t('wallets:open.go') })

test('with only wallets:read, wallets open by tenant ID and custodian ID', async () => {
  await holdOnly(['wallets:read'])
  await goTo('/custodians')
  await openButton().click()
  await main().getByText(t('wallets:open.wrong')).first().waitFor()
  expect(await desk.page.locator(':focus').getAttribute('data-path')).toBe('tenantId')
  expect(await violationsOf(desk.page)).toEqual([])
  await main().getByLabel(t('wallets:open.tenantId')).fill(` ${tenants.first} `)
  await main().getByLabel(t('wallets:custodianId')).fill(custodians.copper)
  await desk.page.keyboard.press('Enter')
  await main().getByRole('heading', { level: 1, name: 'Custodian 12' }).waitFor()
  await main()
    .getByText(t('wallets:count', { count: 2 }))
    .waitFor()
  expect(await violationsOf(desk.page)).toEqual([])

  await goTo(ofCustodian('/wallets'))
  await expect.poll(() => main().getByLabel(t('wallets:custodianId')).inputValue()).toBe(custodians.copper)
})

test('the tenant is chosen by name with tenants:read, and preset for a token of one tenant', async () => {
  await holdOnly(['wallets:read', 'tenants:read'])
  await goTo('/custodians')
  await main()
    .getByRole('combobox', { name: t('wallets:tenant') })
    .click()
  await desk.page.getByRole('option', { name: 'First Trust (1)' }).click()
  await main().getByLabel(t('wallets:custodianId')).fill(custodians.fireblocks)
  await openButton().click()
  await main().getByText('First Trust (1)').waitFor()

  await holdOnly(['wallets:read'], tenants.first)
  await goTo('/custodians')
  await main().getByLabel(t('wallets:custodianId')).fill(custodians.copper)
  await openButton().click()
  await main().getByRole('heading', { level: 1, name: 'Custodian 12' }).waitFor()
})

test('the palette opens wallets by typed IDs', async () => {
  await holdOnly(['wallets:read'])
  await desk.page.keyboard.press('ControlOrMeta+k')
  await desk.page.getByRole('dialog').getByRole('textbox').fill(`wallets ${tenants.first} ${custodians.copper}`)
  await desk.page.getByRole('button', { name: t('palette:walletsById', { custodianId: '12', tenantId: '1' }) }).click()
  await main()
    .getByText(t('wallets:count', { count: 2 }))
    .waitFor()
  expect(await hash()).toBe(`#/tenants/1/custodians/12/wallets`)
})

test('a missing custodian, or one of another tenant, is shown as not found', async () => {
  await goTo(`/tenants/${tenants.second}${ofCustodian('/wallets')}`)
  await main().getByRole('alert').getByText(t('failures:NotFound')).waitFor()
})
