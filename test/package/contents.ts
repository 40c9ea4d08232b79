import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from 'vitest'
import { mintToken } from '../../server/access/token-text.ts'
import { closedFuses } from './fuses.ts'
import { bytesIn, filesIn, filesInAsar, missing, type PackagedConsole } from './packaged-console.ts'
import { makeKey, pemOf } from './release-folder.ts'
import { strayFiles } from './stray-files.ts'

const megabyte = 1e6
const platform = `${process.platform}-${process.arch}`

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/=]{16}/
const operatorToken = /\bsrt_[0-9A-Za-z]{20}/

/** Which of the files hold a private key or an operator token. */
const filesWithSecrets = (files: readonly string[]): readonly string[] =>
  files.filter((file) => {
    const text = readFileSync(file, 'latin1')
    return privateKey.test(text) || operatorToken.test(text)
  })

/** Which files are in the archive. */
function archive(stage: () => PackagedConsole): void {
  test('holds what was built and two addons, and none of the other files in the checkout', ({ skip }) => {
    skip(missing.keytar !== null, missing.keytar ?? undefined)
    const ofAddons = /^node_modules\/(better-sqlite3|keytar)\/(package\.json|LICENSE(\.md)?|lib\/.+\.js)$/
    const addons = [
      `node_modules/better-sqlite3/prebuilds/${platform}.node`,
      'node_modules/keytar/build/Release/keytar.node',
    ]
    const stray: readonly string[] = strayFiles
    const built = filesIn(join(stage().packed.app, 'out')).map((name) => `out/${name}`)
    const found = filesInAsar(stage().packed)
    const rest = found.filter((name) => !ofAddons.test(name))
    expect(rest).toEqual([...built.filter((name) => !stray.includes(name)), ...addons, 'package.json'].sort())
    expect(stray.filter((name) => !existsSync(join(stage().packed.app, name)))).toEqual([])
  })

  test('holds only kinds of files that the console shows or runs', () => {
    const known = [
      /^out\/main\/index\.js$/,
      /^out\/preload\/index\.cjs$/,
      /^out\/renderer\/(index\.html|assets\/[\w.-]+\.(js|css|woff2|svg|png))$/,
      /^out\/server\/([\w./-]+\.js(\.map)?|(package|homoglyphs)\.json|release-keys\.pem|store\/(sqlite|postgres)\/migrations\/\d+-[\w-]+\.sql)$/,
      /^out\/server\/swagger-ui\/[\w.-]+\.(js|css|html|json|png|svg)$/,
    ]
    const out = filesInAsar(stage().packed).filter((name) => name.startsWith('out/'))
    expect(out.filter((name) => !known.some((pattern) => pattern.test(name)))).toEqual([])
    expect(out.filter((name) => /^out\/(?!server\/).*\.map$|\.env|\.test\./.test(name))).toEqual([])
  })
}

/** What is next to the archive, and how large both are. */
function resources(stage: () => PackagedConsole): void {
  test('keeps outside the archive only the addons, which the system loads as files', ({ skip }) => {
    skip(missing.keytar !== null, missing.keytar ?? undefined)
    expect(filesIn(join(stage().packed.resources, 'app.asar.unpacked'))).toEqual([
      `node_modules/better-sqlite3/prebuilds/${platform}.node`,
      'node_modules/keytar/build/Release/keytar.node',
    ])
    expect(filesIn(stage().packed.resources).filter((name) => !name.startsWith('app.asar.unpacked/'))).toEqual([
      'LICENSE',
      'THIRD-PARTY-NOTICES.txt',
      'app.asar',
      ...(missing.deb ? [] : ['apparmor-profile']),
    ])
  })

  test('takes less than 25 MB without Electron', () => {
    const bytes = bytesIn(stage().packed.resources)
    process.stdout.write(`app payload: ${(bytes / megabyte).toFixed(1)} MB\n`)
    expect(bytes).toBeGreaterThan(5 * megabyte)
    expect(bytes).toBeLessThan(25 * megabyte)
  })
}

/** No sources, no secrets, and no way to run other code. */
function hardening(stage: () => PackagedConsole): void {
  test('has no source in its maps', () => {
    const withMaps = (names: readonly string[]) =>
      names.filter((name) => /sourceMappingURL=|"sourcesContent"\s*:/.test(readFileSync(name, 'latin1')))
    const mapped = join(stage().folder, 'mapped.js')
    writeFileSync(mapped, '//# sourceMappingURL=data:application/json;base64,e30=\n')
    const code = filesInAsar(stage().packed).filter((name) => /\.(c?js|css)$/.test(name) && name.startsWith('out/'))
    expect(withMaps([...code.map((name) => join(stage().payload, name)), mapped])).toEqual([mapped])
  })

  test('holds no private key and no operator token', () => {
    const planted = ['token', 'key'].map((name) => join(stage().folder, `planted-${name}`)) as [string, string]
    writeFileSync(planted[0], `const token = '${mintToken()}'`)
    writeFileSync(planted[1], pemOf(makeKey()))
    const shipped = filesIn(stage().packed.unpacked).map((name) => join(stage().packed.unpacked, name))
    expect(filesWithSecrets([...shipped, ...planted])).toEqual(planted)
  })

  test('has the fuses that keep others from running code in it, and Electron as it comes has not', async () => {
    const program = join(stage().packed.unpacked, 'strongroom')
    expect(await getCurrentFuseWire(program)).toMatchObject(closedFuses)
    expect(await getCurrentFuseWire(join(stage().packed.electron, 'electron'))).not.toMatchObject(closedFuses)
    expect(statSync(program).mode & 0o777).toBe(0o755)
  })
}

/** What is inside, and what must not be. */
export function contents(stage: () => PackagedConsole): void {
  archive(stage)
  resources(stage)
  hardening(stage)
}
