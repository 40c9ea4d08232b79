import { expect, test } from 'vitest'
import { safeIcon } from '../../../desktop/main/server/network-icon.ts'
import { icon } from '../../harness/seed.ts'
import { networkIcons } from './wallet-stream.ts'

const uri = (type: string, bytes: Buffer | string) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const ofLength = (length: number) => uri('image/svg+xml', svg.padEnd(((length - 26) / 4) * 3, ' '))

test.each([
  ['a PNG', uri('image/png', png)],
  ['a WebP', uri('image/webp', webp)],
  ['an SVG', uri('image/svg+xml', svg)],
  ['an SVG with a declaration before it', uri('image/svg+xml', `<?xml version="1.0"?>${svg}`)],
  ['the icon of a real listing', icon],
  ['an icon of 3 kB', networkIcons[0] as string],
  ['an icon of nearly 64 Ki characters', ofLength(65_534)],
])('%s is shown as it is', (_, text) => {
  expect(safeIcon(text)).toBe(text)
})

test.each([
  ['nothing', ''],
  ['text', 'an icon'],
  ['an address on the network', 'https://elsewhere.test/icon.png'],
  ['a script', 'javascript:alert(1)'],
  ['HTML', uri('text/html', '<svg onload=alert(1)>')],
  ['a GIF', uri('image/gif', 'GIF89a')],
  ['a JPEG that says it is a PNG', uri('image/png', Buffer.from('ffd8ffe0', 'hex'))],
  ['a PNG that says it is a WebP', uri('image/webp', png)],
  ['HTML that says it is an SVG', uri('image/svg+xml', '<html><script>x()</script>')],
  ['base64 with other signs', 'data:image/png;base64,iVBORw0KGgo*'],
  ['base64 that stops early', `${uri('image/png', png)}AAA`],
  ['no base64 at all', `data:image/svg+xml;utf8,${svg}`],
  ['a further parameter', uri('image/svg+xml;charset=utf-8', svg)],
  ['another case of letters', uri('IMAGE/PNG', png)],
  ['a blank before it', ` ${uri('image/png', png)}`],
  ['a line after it', `${uri('image/png', png)}\n`],
  ['more than 64 Ki characters', ofLength(65_538)],
])('%s is refused', (_, text) => {
  expect(safeIcon(text)).toBeNull()
})
