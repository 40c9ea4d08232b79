import { expect, test } from 'vitest'
import { toAppAddress, toWebAddress } from './web-address.ts'

test.each(['app://console/', 'app://console/index.html?a=1#/custodians/2', 'app://other/x%20y'])(
  '%s becomes an https address for Chromium and is restored on the way back',
  (address) => {
    const web = toWebAddress(address, ['app'])
    expect(new URL(web)).toMatchObject({
      protocol: 'https:',
      hostname: expect.stringMatching(/\.app-scheme\.invalid$/),
    })
    expect(toAppAddress(web)).toBe(address)
  },
)

test.each(['https://example.com/', 'about:blank', 'https://app-scheme.invalid.example/'])(
  '%s is not changed',
  (address) => {
    expect(toWebAddress(address, ['app'])).toBe(address)
    expect(toAppAddress(address)).toBe(address)
  },
)
