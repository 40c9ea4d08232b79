import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { readOperatorToken } from '../../../desktop/main/tokens/token-source.ts'
import { mintToken } from '../../../server/access/token-text.ts'
import { checksumOf, isWellFormedToken } from '../../../shared/operator-token.ts'
import { t } from '../harness/words.ts'

const token = mintToken()
const infoOf = (pasted: string) => {
  const read = readOperatorToken(pasted)
  return read.ok ? 'taken' : `${read.error.code}: ${read.error.info.join()}`
}

test.each(['', '\n', '\r\n', '  '])('a token is accepted with white space around it: %j', (space) => {
  const read = readOperatorToken(`${space}${token}${space}`)
  expect(read.ok && read.value.reveal()).toBe(token)
})

test('an invalid token is rejected at once, without repeating the pasted text', () => {
  const other = token.at(-1) === 'a' ? 'b' : 'a'
  const damaged = token.slice(0, -1) + other
  expect(infoOf('')).toBe(`NotAToken: ${t('connect:notAToken.empty')}`)
  expect(infoOf(' \n')).toBe(`NotAToken: ${t('connect:notAToken.empty')}`)
  for (const text of [
    'password',
    token.slice(1),
    token.slice(0, -1),
    `${token}x`,
    `${token} ${token}`,
    `Bearer ${token}`,
  ])
    expect(infoOf(text)).toBe(`NotAToken: ${t('connect:notAToken.other')}`)
  expect(infoOf(damaged)).toBe(`NotAToken: ${t('connect:notAToken.damaged')}`)
  expect(JSON.stringify(readOperatorToken(damaged))).not.toContain(damaged)
})

test('the checksum of a token is the CRC-32 of the rest in base 62', () => {
  for (const text of ['', '0', 'z'.repeat(43), token.slice(4, 47)]) {
    const value = [...checksumOf(text)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
    expect(value).toBe(crc32(text))
  }
  expect(isWellFormedToken(token)).toBe(true)
})

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
