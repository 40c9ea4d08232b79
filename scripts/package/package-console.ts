import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thirdParty } from '../third-party.ts'
import { checksumsOf } from './checksums.ts'
import { buildInstallers, type Packaging } from './installers.ts'
import { noticesText } from './notices.ts'
import { sbomOf } from './sbom.ts'

/** Writes the notices of third-party work next to the installers and into them. */
function writeLists(app: string, output: string): readonly string[] {
  const packages = thirdParty()
  const program = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  const sbom = sbomOf({ program, platform: `${process.platform}-${process.arch}`, packages })
  const lists = {
    'THIRD-PARTY-NOTICES.txt': noticesText(packages),
    [`${program.name}-${program.version}.cdx.json`]: `${JSON.stringify(sbom, null, 2)}\n`,
  }
  return Object.entries(lists).map(([name, text]) => {
    writeFileSync(join(output, name), text)
    return join(output, name)
  })
}

/** Packages a built console: installers, notices and SBOM, and SHA256SUMS of them all and the others. Answers the installers. */
export async function packageConsole(packaging: Packaging, others: readonly string[] = []): Promise<readonly string[]> {
  const { app, output } = packaging
  mkdirSync(output, { recursive: true })
  const lists = writeLists(app, output)
  const installers = await buildInstallers(packaging)
  writeFileSync(join(output, 'SHA256SUMS'), await checksumsOf([...installers, ...lists, ...others]))
  return installers
}
