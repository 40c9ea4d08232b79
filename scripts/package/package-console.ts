import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { thirdParty } from '../third-party.ts'
import { checksumsOf } from './checksums.ts'
import { buildInstallers, type Packaging } from './installers.ts'
import { noticesText } from './notices.ts'
import { sbomOf } from './sbom.ts'
import { signatureOf } from './signature.ts'

type Files = { readonly installers: readonly string[]; readonly signed: boolean }

/** Writes what lies beside the installers, and into them: whose work they hold. */
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

/** Packages a built console: installers, notices and SBOM, SHA256SUMS of them all, signed with the key in `signingKeyFile`. */
export async function packageConsole(packaging: Packaging, signingKeyFile?: string): Promise<Files> {
  const { app, output } = packaging
  mkdirSync(output, { recursive: true })
  const lists = writeLists(app, output)
  const installers = await buildInstallers(packaging)
  const sums = await checksumsOf([...installers, ...lists])
  writeFileSync(join(output, 'SHA256SUMS'), sums)
  if (signingKeyFile) writeFileSync(join(output, 'SHA256SUMS.sig'), signatureOf(sums, signingKeyFile))
  return { installers, signed: signingKeyFile !== undefined }
}
