import type { Page } from 'playwright-core'
import { like, t } from '../harness/words.ts'
import { at, button, firstRow, heading, type Place, press, type Stage } from './place.ts'

const passphrase = 'a passphrase of this test'

const passphraseField = (page: Page) => page.getByLabel(t('lock:passphrase'), { exact: true })

async function lock(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+l')
  await heading(page, t('lock:title'))
}

async function loseToken(page: Page, { server, operator }: Stage): Promise<void> {
  await server.app.store.revokeToken({ token: operator, actor: 'test', at: Date.now() })
  await at('/reserves', (each) => each.keyboard.press('ControlOrMeta+r'))(page)
  await page.getByRole('dialog').getByText(like('connect:signInAgain')).waitFor()
}

async function signInAgain(page: Page, { server, electron, operator }: Stage): Promise<void> {
  await electron.clipboard.write(await server.token({ name: operator }))
  await press(page, t('connect:fromClipboard'))
  await button(page, t('connect:choosePassphrase')).waitFor()
}

async function choosePassphrase(page: Page): Promise<void> {
  await page.getByLabel(t('settings:passphrase')).fill(passphrase)
  await page.getByLabel(t('settings:passphraseAgain')).fill(passphrase)
  await press(page, t('settings:passphraseSetIt'))
  await page.getByText(t('settings:passphraseSet')).first().waitFor()
  await press(page, t('connect:goOn'))
}

/** From the loss of a token to the passphrase that spares the next one. Each goes on from the one before. */
export const lockPlaces: readonly Place[] = [
  { place: 'the sign-in dialog', open: loseToken },
  {
    place: 'a copied text that is not a token',
    open: async (page, { electron }) => {
      await electron.clipboard.write('not a token')
      await press(page, t('connect:fromClipboard'))
      await page.getByText(t('consoleFailures:NotAToken.meaning')).waitFor()
    },
  },
  {
    place: 'the lock screen',
    open: async (page) => {
      await page.keyboard.press('Escape')
      await lock(page)
    },
  },
  {
    place: 'the offer of a passphrase',
    open: async (page, stage) => {
      await press(page, t('lock:signOut'))
      await signInAgain(page, stage)
    },
  },
  { place: 'the form of a passphrase', open: (page) => press(page, t('connect:choosePassphrase')) },
  {
    place: 'the form of a passphrase with errors',
    open: async (page) => {
      await page.getByLabel(t('settings:passphrase')).fill(passphrase)
      await press(page, t('settings:passphraseSetIt'))
      await page.getByText(t('settings:passphraseDiffers')).waitFor()
    },
  },
  {
    place: 'the lock screen that asks for the passphrase',
    open: async (page) => {
      await choosePassphrase(page)
      await at('/custodians', firstRow)(page)
      await lock(page)
      await passphraseField(page).waitFor()
    },
  },
  {
    place: 'the lock screen after a wrong passphrase',
    open: async (page) => {
      await passphraseField(page).fill('another one')
      await page.keyboard.press('Enter')
      await page.getByText(like('lock:attemptsLeft')).waitFor()
    },
  },
]
