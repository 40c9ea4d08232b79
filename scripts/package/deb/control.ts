import type { DebOptions } from './options.ts'

/** The long description: indented by one space, no line over 79 characters. */
function indented(text: string): readonly string[] {
  const lines = ['']
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1) ?? ''
    if (last.length + word.length >= 79) lines.push(` ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** `DEBIAN/control` (Debian Policy 5.3); the size in KiB. */
export function controlText(options: DebOptions, installedSize: number): string {
  const [synopsis = '', ...rest] = options.description.split('\n')
  const list = (name: string, packages: readonly string[]) =>
    packages.length > 0 ? [`${name}: ${packages.join(', ')}`] : []
  return [
    `Package: ${options.name}`,
    `Version: ${options.version}`,
    `Section: ${options.section}`,
    `Priority: ${options.priority}`,
    `Architecture: ${options.architecture}`,
    ...list('Depends', options.depends),
    ...list('Recommends', options.recommends),
    ...list('Conflicts', options.conflicts ?? []),
    `Installed-Size: ${installedSize}`,
    `Maintainer: ${options.maintainer}`,
    ...(options.homepage ? [`Homepage: ${options.homepage}`] : []),
    `Description: ${synopsis}`,
    ...indented(rest.join(' ')),
    '',
  ].join('\n')
}
