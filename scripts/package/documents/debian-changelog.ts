import { readFileSync } from 'node:fs'

type Release = { readonly version: string; readonly date: string; readonly changes: readonly string[] }

const plain = (line: string) => line.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')

/** The bullets of a section of CHANGELOG.md, each in one line. */
function bulletsOf(section: string): readonly string[] {
  const bullets: string[] = []
  for (const line of section.split('\n')) {
    if (line.startsWith('- ')) bullets.push(plain(line.slice(2)))
    else if (line.startsWith('  ') && bullets.length > 0) bullets.push(`${bullets.pop()} ${plain(line.trim())}`)
  }
  return bullets
}

/** The released versions of CHANGELOG.md, newest first. */
export function releasesIn(file: string): readonly Release[] {
  const [, ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  return sections.flatMap((section) => {
    const [, version, date] = /^\[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)/.exec(section) ?? []
    return version && date ? [{ version, date, changes: bulletsOf(section) }] : []
  })
}

const width = 76

/** A bullet as Debian writes it: indented, and no line longer than a terminal. */
function wrapped(change: string): string {
  const lines = ['  *']
  for (const word of change.split(/\s+/)) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length >= width) lines.push(`    ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}

/** RFC 5322, as dpkg wants it. */
const dateOf = (date: string) => new Date(`${date}T00:00:00Z`).toUTCString().replace('GMT', '+0000')

/** \`changelog\` of a package (Debian Policy 4.4). */
export const debianChangelog = (name: string, maintainer: string, releases: readonly Release[]): string =>
  releases
    .map(({ version, date, changes }) =>
      [
        `${name} (${version}) stable; urgency=medium`,
        '',
        ...(changes.length > 0 ? changes : ['First version.']).map(wrapped),
        '',
        // The project has no address that is read, and names none that does not exist.
        ` -- ${maintainer} <>  ${dateOf(date)}`,
        '',
      ].join('\n'),
    )
    .join('\n')
