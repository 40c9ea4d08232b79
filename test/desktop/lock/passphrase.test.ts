import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Passphrase } from '../../../desktop/bridge/passphrase.ts'
import { hashPassphrase, verifyPassphrase } from '../../../desktop/main/lock/passphrase.ts'
import { Secret } from '../../../shared/secret.ts'

test('a passphrase has 8 to 200 characters', () => {
  for (const [length, fits] of [
    [7, false],
    [8, true],
    [64, true],
    [200, true],
    [201, false],
  ] as const)
    expect(Passphrase.safeParse('xyzw'.repeat(60).slice(0, length)).success, `${length}`).toBe(fits)
})

test('a passphrase may contain any characters', () => {
  for (const text of [
    'horse stapled',
    'UPPERCASEONLY',
    'ohne ümlaute geht',
    '密码短语也可以使用',
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    ' ends with spaces ',
  ])
    expect(Passphrase.parse(text)).toBe(text)
})

test('a passphrase is compared case-sensitively over its full length', async () => {
  const long = `${'correct horse battery staple '.repeat(6)}end`
  const kept = await hashPassphrase(new Secret(long))
  const fits = (text: string) => verifyPassphrase(new Secret(text), kept)
  expect(await fits(long)).toBe(true)
  for (const other of [long.slice(0, -1), long.toUpperCase(), long.slice(0, 72)]) expect(await fits(other)).toBe(false)
})

test('a passphrase is stored as scrypt at the OWASP cost with a fresh salt', {
  timeout: 120_000,
}, async () => {
  const [first, second] = await Promise.all([1, 2].map(() => hashPassphrase(new Secret('correct horse'))))
  expect(first).toMatchObject({ N: 2 ** 17, r: 8, p: 1 })
  expect(first?.salt).not.toBe(second?.salt)
  expect(first?.key).not.toBe(second?.key)
  expect(Buffer.from(first?.salt ?? '', 'base64')).toHaveLength(16)
})

test('every passphrase input is a password field', () => {
  const renderer = join(import.meta.dirname, '../../../desktop/renderer')
  const forms = globSync(['screens/lock/unlock.tsx', 'parts/passphrase-form.tsx'], { cwd: renderer })
  expect(forms).toHaveLength(2)
  for (const name of forms) {
    const text = readFileSync(join(renderer, name), 'utf8')
    expect(text).toContain('<PasswordInput')
    expect(text).not.toMatch(/<(TextInput|Textarea|input)\b/)
  }
})
