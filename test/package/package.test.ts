import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { listPackage, statFile } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thirdParty } from '../../scripts/third-party.ts'
import { mintToken } from '../../server/access/token-text.ts'
import { environment } from '../cli/command.ts'
import { lacking, whereIs } from './missing.ts'
import { extractPayload, type Packed, pack } from './pack.ts'
import { filesWithSecrets } from './secret-like.ts'
import { dpkg, fieldOf, makeAppArmor, makeRoot } from './throwaway-root.ts'

const run = promisify(execFile)
const megabyte = 1e6
const platform = `${process.platform}-${process.arch}`

let folder = ''
let packed: Packed
let payload = ''

const sevenZip = whereIs('7za')
const noDeb = lacking('dpkg-deb', 'dpkg', 'xz', ...(process.getuid?.() === 0 ? [] : ['fakeroot']))
const cannotPackage = process.platform === 'linux' ? lacking('openssl') : 'the stub is a program for Linux'
const targets = ['dir', ...(sevenZip ? ['tar.gz'] : []), ...(noDeb ? [] : ['deb'])]

/** Files below a folder, by their paths in it. */
const filesIn = (place: string): string[] =>
  globSync('**', { cwd: place, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)))
    .sort()

const asar = () => join(packed.resources, 'app.asar')
const inAsar = () =>
  listPackage(asar(), { isPack: false })
    .map((path) => path.slice(1))
    .filter((path) => 'size' in statFile(asar(), path))
    .sort()

const inOutput = (name: string) => join(packed.output, name)
const deb = () => inOutput(globSync('*.deb', { cwd: packed.output })[0] ?? 'no deb')

describe.skipIf(cannotPackage !== null)(`the packaged console${cannotPackage ? ` (${cannotPackage})` : ''}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strongroom-package-'))
    const key = join(folder, 'release.pem')
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key])
    execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', join(folder, 'release.pub.pem')])
    const env = { STRONGROOM_SIGNING_KEY_FILE: key, ...(sevenZip && { ELECTRON_BUILDER_7ZIP_PATH: sevenZip }) }
    packed = await pack(join(folder, 'first'), targets, env)
    payload = join(folder, 'payload')
    extractPayload(packed, payload)
  }, 300_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('has the fuses that keep others from running code in it, and Electron as it comes has not', async () => {
    const program = join(packed.unpacked, 'strongroom')
    const { ENABLE, DISABLE } = FuseState
    const wanted = {
      [FuseV1Options.RunAsNode]: DISABLE,
      [FuseV1Options.EnableCookieEncryption]: ENABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
    }
    expect(await getCurrentFuseWire(program)).toMatchObject(wanted)
    expect(await getCurrentFuseWire(join(packed.electron, 'electron'))).not.toMatchObject(wanted)
    expect(statSync(program).mode & 0o777).toBe(0o755)
  })

  test('holds what was built and two addons, and nothing else that lay beside it', () => {
    const ofAddons = /^node_modules\/(better-sqlite3|keytar)\/(package\.json|LICENSE(\.md)?|lib\/.+\.js)$/
    const addons = [
      `node_modules/better-sqlite3/prebuilds/${platform}.node`,
      'node_modules/keytar/build/Release/keytar.node',
    ]
    const built = filesIn(join(packed.app, 'out')).map((name) => `out/${name}`)
    const found = inAsar()
    const rest = found.filter((name) => !ofAddons.test(name))
    expect(rest).toEqual([...built, ...addons, 'package.json'].sort())
    const beside = filesIn(join(packed.app, 'node_modules')).map((name) => `node_modules/${name}`)
    expect(beside.filter((name) => !found.includes(name)).length).toBeGreaterThan(50)
  })

  test('holds only kinds of files that the console shows or runs', () => {
    const known = [
      /^out\/main\/index\.js$/,
      /^out\/preload\/index\.cjs$/,
      /^out\/renderer\/(index\.html|assets\/[\w.-]+\.(js|css|woff2|svg|png))$/,
      /^out\/server\/([\w./-]+\.js|package\.json|store\/sqlite\/migrations\/\d+-[\w-]+\.sql)$/,
      /^out\/server\/swagger-ui\/[\w.-]+\.(js|css|html|json|png|svg)$/,
    ]
    const out = inAsar().filter((name) => name.startsWith('out/'))
    expect(out.filter((name) => !known.some((pattern) => pattern.test(name)))).toEqual([])
    expect(out.filter((name) => /\.map$|\.env|\.test\./.test(name))).toEqual([])
  })

  test('has no source in its maps', () => {
    const withMaps = (names: readonly string[]) =>
      names.filter((name) => /sourceMappingURL=|"sourcesContent"\s*:/.test(readFileSync(name, 'latin1')))
    const mapped = join(folder, 'mapped.js')
    writeFileSync(mapped, '//# sourceMappingURL=data:application/json;base64,e30=\n')
    const code = inAsar().filter((name) => /\.(c?js|css)$/.test(name) && name.startsWith('out/'))
    expect(withMaps([...code.map((name) => join(payload, name)), mapped])).toEqual([mapped])
  })

  test('keeps outside the archive only the addons, which the system loads as files', () => {
    expect(filesIn(join(packed.resources, 'app.asar.unpacked'))).toEqual([
      `node_modules/better-sqlite3/prebuilds/${platform}.node`,
      'node_modules/keytar/build/Release/keytar.node',
    ])
    expect(filesIn(packed.resources).filter((name) => !name.startsWith('app.asar.unpacked/'))).toEqual([
      'LICENSE',
      'THIRD-PARTY-NOTICES.txt',
      'app.asar',
      ...(noDeb ? [] : ['apparmor-profile']),
    ])
  })

  test('holds no private key and no operator token', () => {
    const planted = ['token', 'key'].map((name) => join(folder, `planted-${name}`)) as [string, string]
    writeFileSync(planted[0], `const token = '${mintToken()}'`)
    writeFileSync(planted[1], readFileSync(join(folder, 'release.pem')))
    const shipped = filesIn(packed.unpacked).map((name) => join(packed.unpacked, name))
    expect(filesWithSecrets([...shipped, ...planted])).toEqual(planted)
  })

  test('takes less than 25 MB without Electron', () => {
    const bytes = filesIn(packed.resources).reduce((sum, name) => sum + statSync(join(packed.resources, name)).size, 0)
    process.stdout.write(`app payload: ${(bytes / megabyte).toFixed(1)} MB\n`)
    expect(bytes).toBeGreaterThan(5 * megabyte)
    expect(bytes).toBeLessThan(25 * megabyte)
  })

  test('has a server that starts from nothing but the payload', async () => {
    const entry = join(payload, 'out/server/strongroom.js')
    const args = [entry, 'serve', '--demo', '--json', '--port', '0', '--data', join(folder, 'data')]
    const server = spawn(process.execPath, args, { cwd: '/', env: environment(), stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(server, 'exit')
    const [line] = await Promise.race([once(server.stdout, 'data'), ended.then(() => ['{}'])])
    const { url } = JSON.parse(String(line)) as { url: string }
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await fetch(`${url}/docs`)).status).toBe(200)
    server.kill()
    expect((await ended)[0]).toBe(0)
  })

  test('comes with sums that sha256sum checks, and a changed byte fails', async () => {
    const check = () => run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: packed.output })
    const { stdout } = await check()
    const listed = stdout
      .trim()
      .split('\n')
      .map((line) => line.replace(/: OK$/, ''))
    const expected = [...globSync('*.{deb,tar.gz,cdx.json}', { cwd: packed.output }), 'THIRD-PARTY-NOTICES.txt']
    expect(listed.sort()).toEqual(expected.sort())
    const notices = inOutput('THIRD-PARTY-NOTICES.txt')
    const bytes = readFileSync(notices)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(notices, bytes)
    await expect(check()).rejects.toMatchObject({ stdout: expect.stringContaining('THIRD-PARTY-NOTICES.txt: FAILED') })
    bytes[100] = (bytes[100] ?? 0) ^ 1
    writeFileSync(notices, bytes)
    await check()
  })

  test('comes with a signature of the sums that openssl verifies, and of no others', async () => {
    const verify = (sums: string) =>
      run('openssl', [
        'pkeyutl',
        '-verify',
        '-pubin',
        '-inkey',
        join(folder, 'release.pub.pem'),
        '-rawin',
        '-in',
        sums,
        '-sigfile',
        inOutput('SHA256SUMS.sig'),
      ])
    expect((await verify(inOutput('SHA256SUMS'))).stdout).toContain('Verified Successfully')
    const forged = join(folder, 'forged')
    writeFileSync(
      forged,
      readFileSync(inOutput('SHA256SUMS'), 'utf8').replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    )
    await expect(verify(forged)).rejects.toThrow()
  })

  test('lists in SBOM and notices the same packages, each with its licence and hash', () => {
    const [name = ''] = globSync('*.cdx.json', { cwd: packed.output })
    const sbom = JSON.parse(readFileSync(inOutput(name), 'utf8'))
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    const components = sbom.components as {
      name: string
      version: string
      purl: string
      licenses: object[]
      hashes?: { content: string }[]
    }[]
    const purls = components.map(({ purl }) => purl)
    expect(purls.filter((purl) => !/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/.test(purl))).toEqual([])
    expect(new Set(purls).size).toBe(purls.length)
    expect(
      components.filter(
        ({ licenses, hashes }) => licenses.length !== 1 || !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''),
      ),
    ).toEqual([])
    expect(sbom.dependencies[0].dependsOn).toEqual(purls)
    const notices = readFileSync(inOutput('THIRD-PARTY-NOTICES.txt'), 'utf8')
    expect(components.filter((each) => !notices.includes(`\n${each.name} ${each.version}\n`))).toEqual([])
    const named = new Set(components.map((each) => `${each.name} ${each.version}`))
    expect(thirdParty().filter((each) => !named.has(`${each.name} ${each.version}`))).toEqual([])
    expect(named).toContain('electron 45.3.4')
  })

  test('comes out the same from the same sources', async () => {
    const second = await pack(join(folder, 'second'), ['dir'])
    const list = listPackage(asar(), { isPack: true })
    expect(listPackage(join(second.resources, 'app.asar'), { isPack: true })).toEqual(list)
    expect(filesIn(second.unpacked)).toEqual(
      filesIn(packed.unpacked).filter((name) => !name.endsWith('apparmor-profile')),
    )
    rmSync(join(folder, 'second'), { recursive: true })
  }, 120_000)

  test('is in the tar.gz as it is in the folder', async ({ skip }) => {
    skip(sevenZip === null, 'electron-builder packs tar.gz with 7za, which is missing here')
    const [name = ''] = globSync('*.tar.gz', { cwd: packed.output })
    const { stdout } = await run('tar', ['-tzf', inOutput(name)])
    const entries = stdout
      .split('\n')
      .filter((line) => line && !line.endsWith('/'))
      .map((line) => line.split('/').slice(1).join('/'))
    expect(entries.filter((entry) => !entry.endsWith('apparmor-profile')).sort()).toEqual(
      filesIn(packed.unpacked).filter((entry) => !entry.endsWith('apparmor-profile')),
    )
  })

  describe.skipIf(noDeb !== null)(`as a deb${noDeb ? ` (${noDeb})` : ''}`, () => {
    const root = () => join(folder, 'root')
    const below = (path: string) => join(root(), path)
    const installed = (how: { readonly path?: readonly string[] } = {}) =>
      dpkg(root(), ['--install', deb()], { force: ['depends'], ...how })

    beforeAll(() => makeRoot(root()))

    test('is not set up on a system without a keychain library, and says which packages it lacks', async () => {
      const bare = join(folder, 'bare')
      makeRoot(bare)
      const refused: { stderr?: string } = await dpkg(bare, ['--install', deb()]).then(
        () => ({}),
        (error) => error,
      )
      for (const name of ['libsecret-1-0', 'libgtk-3-0', 'libnss3'])
        expect(refused.stderr).toContain(`depends on ${name}`)
    })

    test('says what it is and what it needs, on Debian 12 as on Ubuntu 24.04', () => {
      expect(fieldOf(deb(), 'Package')).toBe('strongroom')
      expect(fieldOf(deb(), 'Architecture')).toBe(process.arch === 'x64' ? 'amd64' : process.arch)
      expect(fieldOf(deb(), 'Recommends')).toBe('gnome-keyring')
      const depends = fieldOf(deb(), 'Depends').split(', ')
      expect(depends).toContain('libsecret-1-0')
      for (const name of ['libgtk-3-0', 'libasound2', 'libatspi2.0-0', 'libcups2'])
        expect(depends).toContain(`${name} | ${name}t64`)
      expect(
        fieldOf(deb(), 'Description')
          .split('\n')
          .slice(1)
          .every((line) => line.startsWith(' ') && line.length < 80),
      ).toBe(true)
    })

    test('installs its files for all to read and for root alone to change', async () => {
      await installed()
      expect(await dpkg(root(), ['--status', 'strongroom'])).toContain('Status: install ok installed')
      const files = filesIn(root()).filter((name) => !name.startsWith('var/'))
      expect(files.filter((name) => lstatSync(below(name)).mode & 0o022)).toEqual([])
      expect(filesIn(below('opt/Strongroom'))).toEqual(expect.arrayContaining(filesIn(packed.unpacked)))
      const runnable = files.filter((name) => lstatSync(below(name)).mode & 0o111 && !name.endsWith('.node'))
      expect(runnable).toEqual(['opt/Strongroom/chrome-sandbox', 'opt/Strongroom/strongroom', 'usr/bin/strongroom'])
      expect((await dpkg(root(), ['--verify', 'strongroom'])).trim()).toBe('')
    })

    test('counts its size and sums as dpkg does', async () => {
      const kib = filesIn(root())
        .filter((name) => !name.startsWith('var/'))
        .reduce((sum, name) => sum + Math.ceil(statSync(below(name)).size / 1024), 0)
      expect(Number(fieldOf(deb(), 'Installed-Size'))).toBeGreaterThanOrEqual(kib)
      writeFileSync(below('usr/share/doc/strongroom/copyright'), 'changed')
      expect(await dpkg(root(), ['--verify', 'strongroom'])).toContain('usr/share/doc/strongroom/copyright')
    })

    test('has its place in the menu, with an icon in every size', async () => {
      const entry = readFileSync(below('usr/share/applications/strongroom.desktop'), 'utf8')
      expect(entry).toMatch(/^Exec=\/opt\/Strongroom\/strongroom( %U)?$/m)
      expect(entry).toMatch(/^Icon=strongroom$/m)
      expect(entry).toMatch(/^StartupWMClass=strongroom$/m)
      for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
        const png = readFileSync(below(`usr/share/icons/hicolor/${size}x${size}/apps/strongroom.png`))
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
      }
    })

    test('has a menu entry that the desktop accepts', async ({ skip }) => {
      const missing = lacking('desktop-file-validate')
      skip(missing !== null, missing ?? undefined)
      const { stdout } = await run('desktop-file-validate', [below('usr/share/applications/strongroom.desktop')])
      expect(stdout).toBe('')
    })

    test('brings an AppArmor profile only where AppArmor can read it', async () => {
      await installed()
      expect(existsSync(below('etc/apparmor.d/strongroom'))).toBe(
        whereIs('apparmor_parser') !== null && existsSync(below('etc/apparmor.d/strongroom')),
      )
      await installed({ path: [makeAppArmor(join(folder, 'apparmor'))] })
      const profile = readFileSync(below('etc/apparmor.d/strongroom'), 'utf8')
      expect(profile).toContain('profile "strongroom" "/opt/Strongroom/strongroom" flags=(unconfined)')
      expect(profile).toMatch(/^\s+userns,$/m)
    })

    describe('by its command', () => {
      /** As a person without rights, on a machine whose console only says what it was asked. */
      const command = (args: readonly string[], env: NodeJS.ProcessEnv, asRoot = false) => {
        const [script, stand] = ['command', 'stand-in'].map((name) => join(folder, name)) as [string, string]
        writeFileSync(stand, '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
        writeFileSync(
          script,
          readFileSync(below('usr/bin/strongroom'), 'utf8').replace('/opt/Strongroom/strongroom', stand),
        )
        for (const place of [folder, script]) chmodSync(place, 0o755)
        const nobody = process.getuid?.() === 0 && !asRoot ? { uid: 65534, gid: 65534 } : {}
        return spawnSync('sh', [script, ...args], {
          env: { PATH: process.env.PATH, ...env },
          encoding: 'utf8',
          cwd: '/',
          ...nobody,
        })
      }

      test('runs commands of the server, without a display too', () => {
        expect(command(['token', 'list'], { DISPLAY: ':0' }).stdout).toBe('token list\n')
        expect(command([], { WAYLAND_DISPLAY: 'wayland-0' }).stdout).toBe('\n')
        expect(command(['token', 'list'], {}).stdout).toBe('--ozone-platform=headless --disable-gpu token list\n')
      })

      test('says why it opens no window without a display', () => {
        expect(command([], {})).toMatchObject({
          status: 1,
          stdout: '',
          stderr: expect.stringContaining('needs a display'),
        })
      })

      test('does not run as root', ({ skip }) => {
        skip(process.getuid?.() !== 0, 'this is not run by root')
        expect(command(['serve'], {}, true)).toMatchObject({
          status: 1,
          stdout: '',
          stderr: expect.stringContaining('not as root'),
        })
      })
    })

    test('leaves nothing of its own behind', async () => {
      await dpkg(root(), ['--purge', 'strongroom'])
      expect(filesIn(root()).filter((name) => !name.startsWith('var/'))).toEqual([])
    })
  })
})

test('what stands in for fpm refuses an option it does not know', async () => {
  const script = join(import.meta.dirname, '../../scripts/package/fpm.ts')
  await expect(run(process.execPath, [script, '-s', 'dir', '-t', 'deb', '--deb-systemd', 'x'])).rejects.toThrow(
    '--deb-systemd',
  )
  await expect(run(process.execPath, [script, '-s', 'dir', '-t', 'rpm'])).rejects.toThrow('from dir to rpm')
})
