import { expect, test } from 'vitest'
import { fitOf, orderOfVersions, packageOf } from '../../server/update/release-file.ts'

test.each([
  ['strongroom_0.2.0_amd64.deb', 'console 0.2.0 linux x64 deb'],
  ['strongroom_0.2.0_arm64.deb', 'console 0.2.0 linux arm64 deb'],
  ['strongroom-server_0.2.0_amd64.deb', 'server 0.2.0 linux x64 deb'],
  ['Strongroom-0.2.0.AppImage', 'console 0.2.0 linux x64 appimage'],
  ['Strongroom-0.2.0-arm64.AppImage', 'console 0.2.0 linux arm64 appimage'],
  ['Strongroom-0.2.0-setup.exe', 'console 0.2.0 windows x64 exe'],
  ['Strongroom-0.2.0-arm64.dmg', 'console 0.2.0 macos arm64 dmg'],
  ['Strongroom-0.2.0.dmg', 'console 0.2.0 macos x64 dmg'],
  ['Strongroom-0.2.0-rc.1-arm64.dmg', 'console 0.2.0-rc.1 macos arm64 dmg'],
  ['strongroom_0.2.0-rc.1_amd64.deb', 'console 0.2.0-rc.1 linux x64 deb'],
])('%s is %s', (name, kind) => {
  expect(Object.values(packageOf(name) ?? {}).sort()).toEqual(kind.split(' ').sort())
})

test.each(['strongroom_0.2_amd64.deb', 'other_0.2.0_amd64.deb', 'strongroom_0.2.0_amd64.deb.exe', 'SHA256SUMS', ''])(
  '"%s" is no package',
  (name) => {
    expect(packageOf(name)).toBeNull()
  },
)

test('versions are ordered as Semantic Versioning orders them', () => {
  const ordered = [
    '0.1.0-alpha',
    '0.1.0-alpha.1',
    '0.1.0-alpha.beta',
    '0.1.0-beta',
    '0.1.0-beta.2',
    '0.1.0-beta.11',
  ].concat('0.1.0-rc.1', '0.1.0', '0.1.1', '0.1.10', '0.9.0', '0.10.0', '1.0.0-x-y.2', '1.0.0')
  for (const [at, first] of ordered.entries())
    for (const [other, second] of ordered.entries())
      expect(Math.sign(orderOfVersions(first, second)), `${first} and ${second}`).toBe(Math.sign(at - other))
})

test('a package fits its own system and processor alone', () => {
  const installed = { version: '0.1.0', platform: 'darwin', arch: 'arm64' } as const
  const fits = ['Strongroom-0.2.0-arm64.dmg', 'Strongroom-0.2.0.dmg', 'strongroom_0.2.0_arm64.deb'].map((name) =>
    fitOf(packageOf(name), installed),
  )
  expect(fits).toEqual(['newer', 'other-architecture', 'other-system'])
})
