import { expect, test } from 'vitest'
import { ServerAddress } from '../../../desktop/bridge/profiles.ts'

test.each([
  ['https://desk.example.com', 'https://desk.example.com'],
  [' https://DESK.example.com/ ', 'https://desk.example.com'],
  ['https://desk.example.com:443', 'https://desk.example.com'],
  ['https://desk.example.com:8443', 'https://desk.example.com:8443'],
  ['https://[2001:DB8::1]:8443', 'https://[2001:db8::1]:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://127.1:3000', 'http://127.0.0.1:3000'],
  ['https://0x7f.1', 'https://127.0.0.1'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('the address %s is normalized to %s', (typed, origin) => {
  expect(ServerAddress.parse(typed)).toBe(origin)
})

test.each([
  'http://desk.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://[::2]:3000',
  'http://0.0.0.0:3000',
  'https://desk.example.com/admin',
  'https://desk.example.com/?a=b',
  'https://desk.example.com/#a',
  'https://operator:secret@desk.example.com',
  'ftp://desk.example.com',
  'file:///etc/passwd',
  'desk.example.com',
  `https://${'a'.repeat(300)}.example.com`,
  '',
])('%s is not a server address', (typed) => {
  expect(ServerAddress.safeParse(typed).success).toBe(false)
})
