import { expect, test } from 'vitest'
import { mistakeIn } from '../../server/streaming/destination.ts'

test.each([
  ['file:///var/log/audit.jsonl', null],
  ['file:///', 'It must be file:///PATH.'],
  ['file:///var%2Flog', 'It must be file:///PATH.'],
  ['file://host/var/log', 'It must be file:///PATH.'],
  ['syslog+tls://logs.example.com:6514', null],
  ['syslog+tls://logs.example.com/path', 'It must be syslog+tls://HOST:PORT.'],
  ['https://user:word@logs.example.com/', 'It must not contain a password: use --audit-stream-token.'],
  ['http://logs.example.com/', 'It must use https: except on loopback.'],
  ['no URL', 'It must be a URL, such as syslog+tls://logs.example.com:6514.'],
])('as a destination of the audit, %s has the mistake: %s', (text, mistake) => {
  expect(mistakeIn(text)).toBe(mistake)
})
