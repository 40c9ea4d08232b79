import { closeSync, openSync } from 'node:fs'
import { expect } from 'vitest'
import { keyPlacesOf } from '../../server/cli/key-options.ts'
import { keyFileIn } from '../../server/config.ts'
import { holderAt } from '../../server/vault/holders/holders.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { parseKeyUri } from '../../server/vault/key-uri.ts'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'

const vault = 'vault:https://vault.example:8200/transit/keys/desk'

test('a URI names holder, place and options', () => {
  const { scheme, place, options } = parseKeyUri(`${vault}?token-file=/run/token&namespace=a%2Fb`)
  expect({ scheme, place, options: Object.fromEntries(options) }).toEqual({
    scheme: 'vault',
    place: 'https://vault.example:8200/transit/keys/desk',
    options: { 'token-file': '/run/token', namespace: 'a/b' },
  })
})

test.for([
  ['', 'must begin with one of'],
  ['/etc/kek', 'must begin with one of'],
  ['http://vault.example', 'must begin with one of'],
  [`${vault}?token=secret`, 'has no option token'],
  ['pkcs11:token=desk;object=kek?module-path=/m.so&pin-value=1234', 'has no option pin-value'],
])('the URI %j is refused', ([text, reason]) => {
  expect(() => parseKeyUri(`${text}`)).toThrow(`${reason}`)
})

test.for([
  [vault, 'needs the option token-file'],
  ['vault:http://vault.example/transit/keys/desk?token-file=/t', 'would be asked without TLS'],
  ['vault:https://user:word@vault.example/transit/keys/desk?token-file=/t', 'has no user and no password'],
  ['vault:https://vault.example/desk?token-file=/t', 'must end with /MOUNT/keys/NAME'],
  ['vault:nowhere?token-file=/t', 'is not an https: address'],
  ['pkcs11:token=desk;object=kek?module-path=/m.so', 'needs the option pin-source'],
  ['pkcs11:token=desk;object=kek?pin-source=/pin', 'needs the option module-path'],
  ['pkcs11:token=desk;object=kek?module-path=m.so&pin-source=/pin', 'needs an absolute path as module-path'],
  ['pkcs11:token=desk;object=kek?module-path=/m.so&pin-source=|program', 'needs an absolute path as pin-source'],
  ['pkcs11:object=kek?module-path=/m.so&pin-source=/pin', 'needs token=LABEL or serial=NUMBER'],
  ['pkcs11:token=desk?module-path=/m.so&pin-source=/pin', 'needs object=LABEL or id=BYTES'],
  ['pkcs11:token=desk;token=two;object=kek?module-path=/m.so&pin-source=/pin', 'has token twice'],
  ['pkcs11:token=desk;object=kek;x=1?module-path=/m.so&pin-source=/pin', 'has no attribute x'],
  ['pkcs11:token=desk;object=%4?module-path=/m.so&pin-source=/pin', 'needs object percent-encoded'],
  ['pkcs11:token=desk;object=kek;type=private?module-path=/m.so&pin-source=/pin', 'needs a key of type=secret-key'],
])('a holder at %j is refused', async ([text, reason]) => {
  await expect(holderAt(parseKeyUri(`${text}`))).rejects.toThrow(`${reason}`)
})

test('a key in a file or a descriptor is the same under each of its names', () => {
  expect(keyPlacesOf({ key: 'file:/etc/kek' }, '/fallback')).toEqual({ keyFile: '/etc/kek', keys: null })
  expect(keyPlacesOf({ keyFile: '/etc/kek' }, '/fallback')).toEqual({ keyFile: '/etc/kek', keys: null })
  expect(keyPlacesOf({ keyFd: 3 }, '/fallback')).toEqual(keyPlacesOf({ key: 'fd:3' }, '/fallback'))
  expect(keyPlacesOf({}, '/fallback')).toEqual({ keyFile: '/fallback', keys: null })
  const { keys } = keyPlacesOf({ retiredKey: ['file:/old'] }, '/fallback')
  expect(keys).toMatchObject({ active: { place: '/fallback' }, next: null, retired: [{ place: '/old' }] })
  expect(() => keyPlacesOf({ key: 'file:/a', keyFile: '/b' }, '/c')).toThrow('exclude each other')
})

test('commands say what is wrong with a key, and read one from a descriptor', async ({ folder }) => {
  const places = ['--data', folder.dataDir]
  const wrong = await strongroom(['keys', 'list', ...places, '--key', `${vault}?token=secret-4711`])
  expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('has no option token') })
  expect(wrong.stderr, 'nor is what was given in its place').not.toContain('secret-4711')
  const both = await strongroom(['keys', 'list', ...places, '--key', 'fd:3', '--key-file', '/kek'])
  expect(both).toMatchObject({ status: 2, stderr: expect.stringContaining('exclude each other') })
  const incomplete = await strongroom(['serve', ...places, '--port', '0', '--key', vault])
  expect(incomplete.stderr).toContain('needs the option token-file')
  expect(incomplete.stderr).not.toContain('    at ')
  const { id } = readKeyFile(keyFileIn(folder.dataDir))
  const open = openSync(keyFileIn(folder.dataDir), 'r')
  try {
    expect(readKeyFile(`/dev/fd/${open}`).id).toBe(id)
  } finally {
    closeSync(open)
  }
})
