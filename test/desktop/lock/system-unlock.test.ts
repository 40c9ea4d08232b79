import { expect, test } from 'vitest'
import { Secret } from '../../../shared/secret.ts'
import { t } from '../harness/words.ts'
import { setLockScene } from './lock-scene.ts'

const allowed = { unlocksWithSystem: () => true }
const confirm = async () => true
const refused = (info: string) => ({ ok: false, error: { code: 'NotUnlocked', info: [info] } })

test('the system unlocks the console once it has recognised the person, if the settings allow it', async () => {
  const { lock } = await setLockScene({ parts: allowed })
  lock.lock('idle')
  expect(await lock.unlockBySystem(async () => false)).toMatchObject(refused(t('lock:still.notConfirmed')))
  expect(lock.isLocked()).toBe(true)
  expect((await lock.unlockBySystem(confirm)).ok).toBe(true)
  expect(lock.isLocked()).toBe(false)

  const other = await setLockScene()
  other.lock.lock('idle')
  expect(await other.lock.unlockBySystem(confirm)).toMatchObject(refused(t('lock:still.systemNotAllowed')))
  expect(other.lock.isLocked()).toBe(true)
})

test('a setting that changes while the system asks counts', async () => {
  let isAllowed = true
  const { lock } = await setLockScene({ parts: { unlocksWithSystem: () => isAllowed } })
  lock.lock('asked')
  const unlocked = lock.unlockBySystem(async () => {
    isAllowed = false
    return true
  })
  expect((await unlocked).ok).toBe(false)
  expect(lock.isLocked()).toBe(true)
})

test('a console that is locked again while the system asks stays locked, and other keys work meanwhile', async () => {
  const { lock, token } = await setLockScene({ parts: allowed })
  lock.lock('asked')
  const finger = Promise.withResolvers<boolean>()
  const unlocked = lock.unlockBySystem(() => finger.promise)
  expect((await lock.unlock({ with: 'token', token })).ok).toBe(true)
  lock.lock('sleep')
  finger.resolve(true)
  expect(await unlocked).toMatchObject(refused(t('lock:still.lockedAgain')))
  expect(lock.isLocked()).toBe(true)
})

test('the system does not unlock before the keychain was asked', async () => {
  const { lock } = await setLockScene({ parts: allowed, isRestored: false })
  expect(await lock.unlockBySystem(confirm)).toMatchObject(refused(t('lock:still.starting')))
  expect(lock.isLocked()).toBe(true)
})

test('whom the system recognised has to know the passphrase to change it', async () => {
  const { lock, token } = await setLockScene({ parts: allowed })
  await lock.setPassphrase(new Secret('the first passphrase'))
  lock.lock('asked')
  await lock.unlockBySystem(confirm)
  expect((await lock.setPassphrase(new Secret('another passphrase'))).ok).toBe(false)
  lock.lock('asked')
  await lock.unlock({ with: 'token', token })
  expect((await lock.setPassphrase(new Secret('another passphrase'))).ok).toBe(true)
})
