import { expect, test } from 'vitest'
import { matchesAny } from './electron/url-pattern.ts'

test.each([
  ['<all_urls>', 'app://console/index.html', true],
  ['*://*/*', 'https://example.com/', true],
  ['*://*/*', 'wss://example.com/feed', true],
  ['*://*/*', 'app://console/', false],
  ['https://*.example.com/*', 'https://example.com/a', true],
  ['https://*.example.com/*', 'https://api.example.com:8443/a', true],
  ['https://*.example.com/*', 'https://notexample.com/a', false],
  ['https://example.com/docs*', 'https://example.com/other', false],
])('the pattern %s matches %s: %s', (pattern, url, matches) => {
  expect(matchesAny([pattern], url)).toBe(matches)
})

test('an invalid pattern is refused', () => {
  expect(() => matchesAny(['example.com'], 'https://example.com/')).toThrow('Invalid url pattern')
})
