import { beforeEach, expect, test } from 'vitest'
import { missingHere, startDesktop } from '../../harness/keyring.ts'
import { runConsole } from './run.ts'

beforeEach(({ skip }) => skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`))

const right = `right ${crypto.randomUUID()}`

test('the passphrase record and the wrong attempts survive a restart in the keychain', async () => {
  await using desktop = await startDesktop()
  await desktop.startKeyring('password')
  const first = await runConsole(desktop, { set: right, attempts: [] })
  expect([first.atStart, first.atEnd]).toMatchObject([
    { isLocked: false, hasPassphrase: false },
    { isLocked: false, hasPassphrase: true },
  ])
  const second = await runConsole(desktop, { attempts: ['wrong', right, 'not asked'] })
  expect(second.atStart).toMatchObject({ isLocked: true, hasPassphrase: true, waitSeconds: 0 })
  expect(second).toMatchObject({ unlocked: [false, true, true], atEnd: { isLocked: false } })
  const third = await runConsole(desktop, { attempts: ['wrong', 'wrong', 'wrong', right] })
  expect(third).toMatchObject({ unlocked: [false, false, false, false], atEnd: { isLocked: true } })
  const fourth = await runConsole(desktop, { attempts: [right] })
  expect(fourth).toMatchObject({ atStart: { isLocked: true, waitSeconds: 2 }, unlocked: [false] })
})

test('without a keychain a passphrase holds for one run', async () => {
  await using desktop = await startDesktop()
  expect(await runConsole(desktop, { set: right, attempts: [] })).toMatchObject({ atEnd: { hasPassphrase: true } })
  expect(await runConsole(desktop, { attempts: [] })).toMatchObject({ atStart: { hasPassphrase: false } })
})
