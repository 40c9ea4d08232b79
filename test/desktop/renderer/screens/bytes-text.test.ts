import { expect, test } from 'vitest'
import { bytesText } from '../../../../desktop/renderer/parts/number-text.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KiB'],
  [1_572_864, '1.5 MiB'],
  [5 * 1024 ** 4, '5.0 TiB'],
  [3000 * 1024 ** 4, '3000.0 TiB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
