import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { ThirdParty } from '../third-party.ts'
import { lockedHash } from './locked.ts'

type Program = { readonly name: string; readonly version: string; readonly license: string }
type Build = { readonly program: Program; readonly platform: string; readonly packages: readonly ThirdParty[] }

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** An SPDX id, an SPDX expression, or other words. */
function licences(license: string): readonly object[] {
  if (/^[\w.+-]+$/.test(license)) return [{ license: { id: license } }]
  return / (AND|OR|WITH) /.test(license) ? [{ expression: license }] : [{ license: { name: license } }]
}

const checksums = new URL('../../node_modules/electron/checksums.json', import.meta.url)

/** The archive that electron-builder unpacks, with the SHA-256 that Electron's own package pins for it. */
function electronArchive(version: string, platform: string): object {
  const file = `electron-v${version}-${platform}.zip`
  const known = existsSync(checksums) ? JSON.parse(readFileSync(checksums, 'utf8')) : {}
  return {
    type: 'distribution',
    url: `https://github.com/electron/electron/releases/download/v${version}/${file}`,
    ...(known[file] && { hashes: [{ alg: 'SHA-256', content: known[file] }] }),
  }
}

function component({ name, version, license }: ThirdParty, platform: string): object {
  const hash = lockedHash(name, version)
  return {
    type: name === 'electron' ? 'framework' : 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
    licenses: licences(license),
    purl: purlOf(name, version),
    ...(name === 'electron' && { externalReferences: [electronArchive(version, platform)] }),
  }
}

/** The same for the same content, so that two builds of the same sources have the same list. */
function serialNumber(content: object): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}

/** A CycloneDX 1.6 list of what an installer holds. The platform is named as Node does: `linux-x64`. */
export function sbomOf({ program, platform, packages }: Build): object {
  const ref = `pkg:generic/${program.name}@${program.version}`
  const content = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': ref,
        name: program.name,
        version: program.version,
        licenses: licences(program.license),
        purl: ref,
      },
    },
    components: packages.map((each) => component(each, platform)),
    dependencies: [{ ref, dependsOn: packages.map(({ name, version }) => purlOf(name, version)) }],
  }
  return { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(content), version: 1, ...content }
}
