import { expect, test } from 'vitest'
import { type KeychainCode, keychainProblem, recogniseProblem } from '../../../desktop/main/tokens/keychain-problems.ts'
import { keychain } from '../../../desktop/words/en/keychain.ts'

const rows = Object.keys(keychain.problem).map((code) => [code, keychainProblem(code as KeychainCode)] as const)

test.each(rows)('the keychain problem %s has a cause, a consequence and a next step', (_, { message, nextStep }) => {
  expect(message).toMatch(/^[A-Z].+(, so | until you close the console).+\.$/)
  expect(nextStep).toMatch(/^(Install|Start|Create|Unlock|Check|Look|Copy) .+\.$/)
})

test('every keychain problem has its own message', () => {
  expect(new Set(rows.map(([, { message }]) => message)).size).toBe(rows.length)
})

/** What systems say that this suite cannot bring about: prompts answered with no, macOS, other daemons, services that die. */
test.each([
  ['The user name or passphrase you entered is not correct.', 'KeychainDenied'],
  ['User canceled the operation.', 'KeychainDenied'],
  ['The prompt was dismissed', 'KeychainDenied'],
  ['User interaction is not allowed.', 'KeychainLocked'],
  ['Message recipient disconnected from message bus without replying', 'KeychainSilent'],
  ['Timeout was reached', 'KeychainSilent'],
  ['Failed to execute child process “dbus-launch” (No such file or directory)', 'NoSessionBus'],
  ['D-Bus kann nicht ohne X11 $DISPLAY automatisch gestartet werden', 'NoSessionBus'],
  ['The name is not activatable', 'NoSecretService'],
  ['Process org.freedesktop.secrets exited with status 1', 'NoSecretService'],
  ['No such object path "/org/freedesktop/secrets/aliases/default"', 'NoKeyring'],
  ['Something new', 'KeychainFailed'],
])('the keychain error %j is the problem %s', (message, code) => {
  expect(recogniseProblem(new Error(message))).toBe(code)
})

test('a thrown string is an unknown keychain problem', () => {
  expect(recogniseProblem('thrown text')).toBe('KeychainFailed')
})
