import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { thirdParty } from '../../scripts/third-party.ts'
import { inOutput, type PackagedConsole } from './packaged-console.ts'

const run = promisify(execFile)

type Component = {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly object[]
  readonly hashes?: readonly { readonly content: string }[]
}

/** What is next to the installers: sums, and whose work is in them. */
export function lists(stage: () => PackagedConsole): void {
  test('comes with sums that sha256sum checks, and a changed byte fails', async () => {
    const { output } = stage().packed
    const check = () => run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: output })
    const names = [...globSync('*.{deb,tar.gz,cdx.json}', { cwd: output }), 'THIRD-PARTY-NOTICES.txt']
    const lines = (await check()).stdout.trim().split('\n')
    expect(lines.sort()).toEqual(names.map((name) => `${name}: OK`).sort())
    const notices = join(output, 'THIRD-PARTY-NOTICES.txt')
    const text = readFileSync(notices, 'utf8')
    writeFileSync(notices, text.replace('Apache', 'apache'))
    await expect(check()).rejects.toMatchObject({ stdout: expect.stringContaining('THIRD-PARTY-NOTICES.txt: FAILED') })
    writeFileSync(notices, text)
    await check()
  })

  test('lists in SBOM and notices the same packages, each with its licence and hash', () => {
    const sbom = JSON.parse(readFileSync(inOutput(stage().packed, '*.cdx.json'), 'utf8'))
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    const components = sbom.components as readonly Component[]
    const purls = components.map(({ purl }) => purl)
    expect(purls.filter((purl) => !/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d[\w.+-]*$/.test(purl))).toEqual([])
    expect(new Set(purls).size).toBe(purls.length)
    expect(
      components.filter(
        ({ licenses, hashes }) => licenses.length !== 1 || !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''),
      ),
    ).toEqual([])
    expect(sbom.dependencies[0].dependsOn).toEqual(purls)
    const notices = readFileSync(inOutput(stage().packed, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    expect(components.filter((each) => !notices.includes(`\n${each.name} ${each.version}\n`))).toEqual([])
    const named = new Set(components.map((each) => `${each.name} ${each.version}`))
    expect(thirdParty().filter((each) => !named.has(`${each.name} ${each.version}`))).toEqual([])
    expect(named).toContain('electron 45.3.4')
  })
}
