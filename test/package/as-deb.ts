import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { lacking } from './missing.ts'
import { filesIn, inOutput, missing, type PackagedConsole } from './packaged-console.ts'
import { dpkg, fieldOf, makeAppArmor, makeRoot, newerDeb } from './throwaway-root.ts'

const run = promisify(execFile)
const profile = 'etc/apparmor.d/strongroom'

/** Files of a root but for the records of dpkg. */
const brought = (root: string) => filesIn(root).filter((name) => !name.startsWith('var/'))

/** The deb and the folders it is installed below, each a root of its own. */
function makeDeb(stage: () => PackagedConsole) {
  const file = () => inOutput(stage().packed, '*.deb')
  const rootOf = (name: string) => join(stage().folder, name)
  const below = (path: string) => join(rootOf('root'), path)
  const install = async (name: string, { reads }: { readonly reads: boolean }, deb = file()) => {
    if (!existsSync(rootOf(name))) makeRoot(rootOf(name))
    const path = [makeAppArmor(rootOf(`${name}-apparmor`), { reads })]
    await dpkg(rootOf(name), ['--install', deb], { force: ['depends'], path })
  }
  return { stage, file, rootOf, below, install }
}

type Deb = ReturnType<typeof makeDeb>

/** What dpkg reads of it before it installs. */
function metadata({ stage, file, rootOf }: Deb): void {
  test('is not set up on a system without its libraries, and says which it lacks', async () => {
    makeRoot(rootOf('bare'))
    const installing = dpkg(rootOf('bare'), ['--install', file()])
    await expect(installing).rejects.toMatchObject({ stderr: expect.stringContaining('depends on libsecret-1-0') })
    expect(await dpkg(rootOf('bare'), ['--status', 'strongroom'])).not.toContain('install ok installed')
  })

  test('says what it is and what it needs, under the names of Debian 12 and of Ubuntu 24.04', () => {
    const fields = ['Package', 'Architecture', 'Recommends'].map((field) => fieldOf(file(), field))
    expect(fields).toEqual(['strongroom', process.arch === 'x64' ? 'amd64' : process.arch, 'gnome-keyring'])
    const depends = fieldOf(file(), 'Depends').split(', ')
    const renamed = ['libgtk-3-0', 'libasound2', 'libatspi2.0-0', 'libcups2'].map((name) => `${name} | ${name}t64`)
    const addons = ['libsecret-1-0', 'libc6 (>= 2.34)', 'libstdc++6 (>= 11)']
    expect(depends).toEqual(expect.arrayContaining(['libnss3', ...addons, ...renamed]))
    const [synopsis = '', ...lines] = fieldOf(file(), 'Description').split('\n')
    expect(synopsis).toBe('The admin desk of a custody platform')
    expect(lines.filter((line) => !line.startsWith(' ') || line.length >= 80)).toEqual([])
  })

  test('names no address that does not exist: the home page is the one of package.json, or none', () => {
    const { homepage } = JSON.parse(readFileSync(join(stage().packed.app, 'package.json'), 'utf8'))
    expect([fieldOf(file(), 'Homepage'), fieldOf(file(), 'Maintainer')]).toEqual([homepage, 'Strongroom maintainers'])
    expect(readFileSync(join(stage().payload, 'package.json'), 'utf8')).not.toContain('.invalid')
  })
}

/** What it installs, with which modes, sizes and sums. */
function installedFiles({ stage, file, rootOf, below }: Deb): void {
  test('installs its files for all to read and for root alone to change', async () => {
    expect(await dpkg(rootOf('root'), ['--status', 'strongroom'])).toContain('Status: install ok installed')
    const files = brought(rootOf('root'))
    // What the mode of Chromium's sandbox depends on has a test of its own.
    const sandbox = 'opt/Strongroom/chrome-sandbox'
    const changed = files.filter((name) => (lstatSync(below(name)).mode & 0o7422) !== 0o400)
    expect(changed.filter((name) => name !== sandbox)).toEqual([])
    expect(filesIn(below('opt/Strongroom'))).toEqual(filesIn(stage().packed.unpacked))
    const runnable = files.filter((name) => lstatSync(below(name)).mode & 0o111)
    expect(runnable).toEqual([sandbox, 'opt/Strongroom/strongroom', 'usr/bin/strongroom'])
    expect(await dpkg(rootOf('root'), ['--verify', 'strongroom'])).toBe('')
  })

  test('counts its size and sums as dpkg does, so that a changed file is found', async () => {
    const kib = brought(rootOf('root')).reduce((sum, name) => sum + Math.ceil(statSync(below(name)).size / 1024), 0)
    expect(Number(fieldOf(file(), 'Installed-Size'))).toBeGreaterThanOrEqual(kib)
    const copyright = 'usr/share/doc/strongroom/copyright'
    const text = readFileSync(below(copyright))
    writeFileSync(below(copyright), 'changed')
    expect(await dpkg(rootOf('root'), ['--verify', 'strongroom'])).toContain(copyright)
    writeFileSync(below(copyright), text)
  })
}

/** Manual pages, completion, changelog and AppStream metadata. */
function documents({ below }: Deb): void {
  test('brings manual pages, completion and a changelog, and tells software centres what it is', async ({ skip }) => {
    const paths = [
      'man/man1/strongroom-rotate.1.gz',
      'bash-completion/completions/strongroom',
      'doc/strongroom/changelog.gz',
    ]
    expect(paths.filter((path) => !existsSync(below(`usr/share/${path}`)))).toEqual([])
    const problem = lacking('appstreamcli')
    skip(problem !== null, problem ?? undefined)
    await run('appstreamcli', ['validate', '--no-net', below('usr/share/metainfo/app.strongroom.console.metainfo.xml')])
  })
}

/** What Debian's own checks say of it. */
function policy({ file }: Deb): void {
  test('lintian finds no error in it but that it installs below /opt', { timeout: 600_000 }, async ({ skip }) => {
    const problem = lacking('lintian')
    skip(problem !== null, problem ?? undefined)
    const { stdout } = await run('lintian', ['--fail-on', 'none', '--allow-root', '--show-overrides', file()])
    const lines = stdout.split('\n')
    expect(lines.filter((line) => line.startsWith('E:'))).toEqual([])
    expect(lines).toContainEqual(expect.stringMatching(/^O: strongroom: dir-or-file-in-opt /))
  })
}

/** Its entry in the menu of the desktop. */
function menuEntry({ below }: Deb): void {
  test('has its place in the menu, with an icon in every size', () => {
    const entry = readFileSync(below('usr/share/applications/strongroom.desktop'), 'utf8').split('\n')
    const lines = ['Exec=/opt/Strongroom/strongroom %U', 'Icon=strongroom', 'StartupWMClass=strongroom']
    expect(entry).toEqual(expect.arrayContaining(lines))
    for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
      const png = readFileSync(below(`usr/share/icons/hicolor/${size}x${size}/apps/strongroom.png`))
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
    }
  })

  test('has a menu entry that the desktop accepts', async ({ skip }) => {
    const problem = lacking('desktop-file-validate')
    skip(problem !== null, problem ?? undefined)
    const { stdout } = await run('desktop-file-validate', [below('usr/share/applications/strongroom.desktop')])
    expect(stdout).toBe('')
  })
}

/** Its AppArmor profile, over its whole life. */
function appArmorProfile({ file, rootOf, below, install }: Deb): void {
  test('brings an AppArmor profile where AppArmor can read it, keeps it over an update, and takes all away again', async () => {
    expect(existsSync(below(profile))).toBe(false)
    await install('ubuntu', { reads: true })
    const text = () => readFileSync(join(rootOf('ubuntu'), profile), 'utf8')
    expect(text()).toContain('profile "strongroom" "/opt/Strongroom/strongroom" flags=(unconfined)')
    await install('ubuntu', { reads: true }, newerDeb(file(), rootOf('newer')))
    expect(await dpkg(rootOf('ubuntu'), ['--status', 'strongroom'])).toContain('Version: 999.0.0')
    expect(text()).toMatch(/^\s+userns,$/m)
    await dpkg(rootOf('ubuntu'), ['--purge', 'strongroom'])
    expect(brought(rootOf('ubuntu'))).toEqual([])
  })
}

/** The deb, installed below roots of their own. */
export function asDeb(stage: () => PackagedConsole): void {
  const deb = makeDeb(stage)

  beforeAll(async () => {
    if (!missing.deb) await deb.install('root', { reads: false })
  })
  beforeEach(({ skip }) => skip(missing.deb !== null, missing.deb ?? undefined))

  metadata(deb)
  installedFiles(deb)
  documents(deb)
  policy(deb)
  menuEntry(deb)
  appArmorProfile(deb)
}
