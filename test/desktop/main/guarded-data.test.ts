import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localProfileId } from '../../../desktop/main/local/local-profile.ts'
import { createMemoryVault } from '../../../desktop/main/tokens/token-vault.ts'
import { mintToken } from '../../../server/access/token-text.ts'
import { Secret } from '../../../shared/secret.ts'
import { codeOf, openWindowlessConsole, profileAt, valueIn } from './windowless-console.ts'

/** Locked with a passphrase, and signed in to the server of this machine, which signs itself in. */
async function lockedDesk() {
  const keychain = createMemoryVault()
  const local = { ...profileAt('http://127.0.0.1:4001'), id: localProfileId({ isDemo: false }), kind: 'local' } as const
  await keychain.write(local.id, new Secret(mintToken()))
  const desk = await openWindowlessConsole({ profiles: [local], keychain })
  valueIn(await desk.ask('lock', { do: 'set-passphrase', passphrase: 'a long passphrase' }))
  await desk.ask('lock', { do: 'lock' })
  return { desk, local }
}

test('with local data, signing out does not unlock a console that has a passphrase', async () => {
  const { desk, local } = await lockedDesk()
  await using _ = desk
  mkdirSync(join(desk.userData, 'local'))
  expect(codeOf(await desk.ask('signOut', { profileId: local.id }))).toBe(null)
  expect((await desk.state()).lock).toMatchObject({ isLocked: true, hasPassphrase: true })
  expect(codeOf(await desk.ask('local', { do: 'start', withDemo: false }))).toBe('Locked')
})

test('without local data, signing out of every server removes the lock', async () => {
  const { desk, local } = await lockedDesk()
  await using _ = desk
  await desk.ask('signOut', { profileId: local.id })
  expect((await desk.state()).lock).toMatchObject({ isLocked: false, hasPassphrase: false })
})
