import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { like, t } from '../harness/words.ts'
import {
  answer,
  at,
  atAgain,
  button,
  dialogAt,
  firstRow,
  heading,
  ofCustodian,
  type Place,
  press,
  type Stage,
} from './place.ts'

const tokens = '/administration/tokens'
const settings = ofCustodian('/settings')
const custodianId = custodians.copper

const settingsShown = (page: Page) => heading(page, t('administration:custodian.delete'))
const conflict = (page: Page) => page.getByText(t('administration:conflict.title')).first().waitFor()

/** The form of a token that someone else changes meanwhile, saved. */
async function saveChangedToken(page: Page, { admin }: Stage): Promise<void> {
  const { id, name, version } = await admin.tokens.create.mutate({ name: 'day-shift', role: 'viewer', tenantId: null })
  onTestFinished(() => void admin.tokens.revoke.mutate({ tokenId: id, reason: 'the shift is over' }))
  await atAgain(tokens, firstRow)(page)
  await press(page, t('administration:tokens.editNamed', { name }))
  await admin.tokens.update.mutate({ tokenId: id, version, allowedFrom: ['10.0.0.0/8'] })
  await page.getByRole('textbox', { name: t('administration:tokens.addresses') }).fill('10.20.0.0/16')
  await answer(page, t('administration:save'))
  await conflict(page)
}

/** A new token up to its text, which is offered once. */
async function createToken(page: Page): Promise<void> {
  await dialogAt(tokens, () => t('administration:tokens.add'))(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('administration:tokens.holder')).fill(`batch-${Date.now()}`)
  await dialog.getByRole('radio', { name: t('administration:tokens.roles.viewer') }).check()
  await answer(page, t('administration:tokens.add'))
  await dialog.getByText(t('administration:tokens.onceWarning')).waitFor()
}

/** Freezes the first tenant until the test is over. */
async function freeze({ admin }: Stage): Promise<void> {
  const tenantId = tenants.first
  await admin.freezes.freeze.mutate({ tenantId, reason: 'stolen laptop' })
  onTestFinished(async () => void (await admin.freezes.thaw.mutate({ tenantId, reason: 'found again' })))
}

/** The custodian with another name until the test is over. */
async function rename({ admin }: Stage): Promise<void> {
  const { name, version } = await admin.custodians.get.query({ custodianId })
  const changed = await admin.custodians.update.mutate({ custodianId, version, name: `${name} II` })
  onTestFinished(async () => {
    await admin.custodians.update.mutate({ custodianId, version: changed.version, name })
  })
}

/** A disabled token until the test is over. */
async function disableToken({ admin }: Stage): Promise<void> {
  const created = await admin.tokens.create.mutate({
    name: `lost-${Date.now()}`,
    role: 'operator',
    tenantId: tenants.first,
  })
  const { id: tokenId, version } = created
  await admin.tokens.disable.mutate({ tokenId, version })
  onTestFinished(() => void admin.tokens.revoke.mutate({ tokenId, reason: 'the shift is over' }))
}

/** A network and a token of another one disabled until the test is over. */
async function disableObjects({ admin }: Stage): Promise<void> {
  const network = await admin.networks.list.query({}).then((all) => all.at(-1))
  const token = await admin.chainTokens.list.query({}).then((all) => all[0])
  if (!network || !token) throw new Error('there is nothing to disable')
  const ofNetwork = { blockchainId: network.id }
  const ofToken = { chainTokenId: token.id }
  await admin.networks.disable.mutate({ ...ofNetwork, version: network.version })
  await admin.chainTokens.disable.mutate({ ...ofToken, version: token.version })
  onTestFinished(async () => {
    await admin.networks.enable.mutate({ ...ofNetwork, version: network.version + 1 })
    await admin.chainTokens.enable.mutate({ ...ofToken, version: token.version + 1 })
  })
}

const marked = (page: Page) => page.getByText(t('administration:disabled'), { exact: true }).first().waitFor()

/** The custodian disabled until the test is over. */
async function disable({ admin }: Stage): Promise<void> {
  const { version } = await admin.custodians.get.query({ custodianId })
  const disabled = await admin.custodians.disable.mutate({ custodianId, version })
  onTestFinished(async () => {
    await admin.custodians.enable.mutate({ custodianId, version: disabled.version })
  })
}

const tokenPlaces: readonly Place[] = [
  { place: 'the operator tokens', open: at(tokens, firstRow) },
  { place: 'the form of a new token', open: dialogAt(tokens, () => t('administration:tokens.add')) },
  { place: 'a new token whose text is offered once', open: createToken },
  { place: 'the form of a token', open: dialogAt(tokens, () => like('administration:tokens.editNamed')) },
  { place: 'the form of a token that someone else changed', open: saveChangedToken },
  {
    place: 'the question before the own token is disabled',
    open: (page, { operator: name }) =>
      dialogAt(tokens, () => t('administration:objects.disableNamed', { name }))(page),
  },
  {
    place: 'the operator tokens that are disabled',
    open: async (page, stage) => {
      await disableToken(stage)
      const filter = page.getByRole('combobox', { name: t('administration:tokens.show') })
      await atAgain(tokens, firstRow)(page)
      await filter.selectOption('disabled')
      onTestFinished(() => at(tokens, async () => void (await filter.selectOption('valid')))(page))
      await button(page, like('administration:objects.enableNamed')).first().waitFor()
    },
  },
  {
    place: 'the question before a token is revoked',
    open: async (page) => {
      await dialogAt(tokens, () => like('administration:tokens.revokeNamed'))(page)
      await answer(page, t('administration:tokens.revoke'))
      await page.getByText(t('administration:reasonMissing')).waitFor()
    },
  },
]

const freezePath = '/administration/freeze'
const freezeForm = at(freezePath, (page) => heading(page, t('administration:freeze.freeze')))

const freezePlaces: readonly Place[] = [
  { place: 'the freeze', open: freezeForm },
  {
    place: 'the question before a freeze',
    open: async (page) => {
      await freezeForm(page)
      await press(page, t('administration:freeze.freeze'))
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    place: 'the custodians while a tenant is frozen',
    open: async (page, stage) => {
      await freeze(stage)
      await atAgain('/custodians', firstRow)(page)
      await page.getByRole('link', { name: t('administration:freeze.manage') }).waitFor()
    },
  },
  {
    place: 'the question before a tenant is thawed',
    open: async (page, stage) => {
      await freeze(stage)
      await atAgain(freezePath, (each) => press(each, like('administration:freeze.thawNamed')))(page)
      await answer(page, t('administration:freeze.thaw'))
      await page.getByText(t('administration:reasonMissing')).waitFor()
    },
  },
]

const settingsNow = atAgain(settings, settingsShown)

const questionAbout = (name: () => string) => async (page: Page) => {
  await settingsNow(page)
  await press(page, name())
  await page.getByRole('dialog').waitFor()
}

const custodianPlaces: readonly Place[] = [
  { place: 'the settings of a custodian', open: settingsNow },
  {
    place: 'the settings of a custodian that someone else changed',
    open: async (page, stage) => {
      await settingsNow(page)
      await page.getByRole('textbox', { name: t('administration:name') }).fill('Custody desk')
      await rename(stage)
      await press(page, t('administration:save'))
      await conflict(page)
    },
  },
  {
    place: 'the settings of a custodian that goes to another host',
    open: async (page) => {
      await settingsNow(page)
      const baseUrl = page.getByRole('textbox', { name: t('administration:custodian.baseUrl') })
      await baseUrl.fill('https://api.copper.example')
      await page.getByText(t('administration:custodian.otherHost')).waitFor()
    },
  },
  {
    place: 'the question before a custodian is disabled',
    open: questionAbout(() => t('administration:custodian.disable')),
  },
  {
    place: 'the question about a custodian that someone else changed',
    open: async (page, stage) => {
      await questionAbout(() => t('administration:custodian.disable'))(page)
      await rename(stage)
      await answer(page, t('administration:custodian.disable'))
      await page.getByRole('dialog').getByText(t('failures:PreconditionFailed'), { exact: true }).waitFor()
    },
  },
  {
    place: 'the settings of a disabled custodian',
    open: async (page, stage) => {
      await disable(stage)
      await atAgain(settings, (each) => button(each, t('administration:custodian.enable')).waitFor())(page)
    },
  },
  {
    place: 'a custodian that cannot be deleted',
    open: async (page) => {
      await questionAbout(() => t('administration:custodian.delete'))(page)
      await answer(page, t('administration:custodian.delete'))
      await page.getByText(t('administration:custodian.inUse')).waitFor()
    },
  },
  { place: 'a new custodian', open: at('/custodians/new', (page) => heading(page, t('administration:custodian.add'))) },
]

const objectsAt = (list: string) => `/administration/${list}`

const objectPlaces: readonly Place[] = [
  { place: 'the tenants', open: at(objectsAt('tenants'), firstRow) },
  {
    place: 'the question before a tenant is disabled',
    open: dialogAt(objectsAt('tenants'), () => like('administration:objects.disableNamed')),
  },
  { place: 'the networks', open: at(objectsAt('networks'), firstRow) },
  {
    place: 'the form of a network',
    open: dialogAt(objectsAt('networks'), () => like('administration:objects.editNamed')),
  },
  {
    place: 'the networks, one of them disabled',
    open: async (page, stage) => {
      await disableObjects(stage)
      await atAgain(objectsAt('networks'), marked)(page)
    },
  },
  {
    place: 'the question before a network is disabled',
    open: dialogAt(objectsAt('networks'), () => like('administration:objects.disableNamed')),
  },
  {
    place: 'the tokens of networks, one of them disabled',
    open: async (page, stage) => {
      await disableObjects(stage)
      await atAgain(objectsAt('chain-tokens'), marked)(page)
    },
  },
  {
    place: 'the reserves with a disabled token',
    open: async (page, stage) => {
      await disableObjects(stage)
      await atAgain('/reserves', marked)(page)
    },
  },
  { place: 'the tokens of networks', open: at(objectsAt('chain-tokens'), firstRow) },
  {
    place: 'the form of a new token of a network',
    open: dialogAt(objectsAt('chain-tokens'), () => t('administration:chainTokens.add')),
  },
  { place: 'the reserve accounts', open: at(objectsAt('reserve-accounts'), firstRow) },
  {
    place: 'the question before a reserve account is deleted',
    open: dialogAt(objectsAt('reserve-accounts'), () => like('administration:objects.deleteNamed')),
  },
]

/** The screens on which a platform is administered, with their dialogs. */
export const administrationPlaces: readonly Place[] = [
  ...tokenPlaces,
  ...objectPlaces,
  ...freezePlaces,
  ...custodianPlaces,
]
