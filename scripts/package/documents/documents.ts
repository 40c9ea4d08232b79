import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { nodeOf } from '../../../server/cli/completion/command-tree.ts'
import { completions } from '../../../server/cli/completion/completion.ts'
import { createProgram } from '../../../server/cli/run.ts'
import { debianChangelog, releasesIn } from './debian-changelog.ts'
import { manPages } from './man-pages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where the shells of a Debian system look for the completion of a program. */
const completionFiles: Readonly<Record<string, string>> = {
  bash: 'usr/share/bash-completion/completions/strongroom',
  zsh: 'usr/share/zsh/vendor-completions/_strongroom',
  fish: 'usr/share/fish/vendor_completions.d/strongroom.fish',
}

/** As \`gzip -9n\` packs: without a name and a time, so that the same text gives the same bytes. */
const packed = (text: string) => gzipSync(text, { level: 9 })

export type PackageInfo = { readonly name: string; readonly version: string; readonly maintainer: string }

/** What every package has of the command line: manual pages, completion and changelog, by path. */
export async function packageDocuments(info: PackageInfo): Promise<ReadonlyMap<string, string | Buffer>> {
  const { name, version, maintainer } = info
  const program = await createProgram()
  const releases = releasesIn(join(root, 'CHANGELOG.md'))
  const date = releases.find((release) => release.version === version)?.date
  if (!date) throw new Error(`CHANGELOG.md has no section [${version}]: add it before you package`)
  const manuals = [...manPages(program, { version, date })].map(
    ([file, text]) => [`usr/share/man/man1/${file}.gz`, packed(text)] as const,
  )
  const scripts = Object.entries(completions).map(
    ([shell, script]) => [completionFiles[shell] ?? '', script(nodeOf(program))] as const,
  )
  const changelog = packed(debianChangelog(name, maintainer, releases))
  return new Map<string, string | Buffer>([...manuals, ...scripts, [`usr/share/doc/${name}/changelog.gz`, changelog]])
}
