import { parseArgs } from 'node:util'

/** What fpm is asked for, in the words of a Debian package. */
export type DebOptions = {
  readonly name: string
  readonly version: string
  readonly architecture: string
  readonly maintainer: string
  readonly section: string
  readonly priority: string
  /** Empty where the project has none. */
  readonly homepage: string
  /** The first line is the synopsis. */
  readonly description: string
  readonly depends: readonly string[]
  readonly recommends: readonly string[]
  readonly conflicts?: readonly string[]
  /** Files that keep the changes of an administrator. */
  readonly conffiles?: readonly string[]
  readonly compression: string
  readonly postinst: string
  readonly prerm?: string
  readonly postrm: string
  /** `SOURCE=TARGET`; a source that ends in a slash stands for what is in it. */
  readonly mappings: readonly string[]
  readonly output: string
}

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true, default: [] as string[] } as const
const flag = { type: 'boolean' } as const

/** The options of fpm that electron-builder gives for a deb. `vendor` and `license` have no field in a Debian package. */
const known = {
  s: { ...text, short: 's' },
  t: { ...text, short: 't' },
  d: { ...texts, short: 'd' },
  force: flag,
  debug: flag,
  log: text,
  'deb-recommends': texts,
  'deb-compression': { ...text, default: 'xz' },
  'deb-priority': { ...text, default: 'optional' },
  architecture: text,
  'after-install': text,
  'after-remove': text,
  description: text,
  version: text,
  iteration: text,
  package: text,
  name: text,
  maintainer: text,
  vendor: text,
  url: text,
  license: text,
  category: { ...text, default: 'utils' },
} as const

/** Throws on an option it does not know: a package that silently lacks what was asked for is worse than none. */
export function parseFpmOptions(args: readonly string[]): DebOptions {
  const { values, positionals } = parseArgs({ args: [...args], options: known, strict: true, allowPositionals: true })
  const needed = (
    name:
      | 'name'
      | 'version'
      | 'architecture'
      | 'maintainer'
      | 'description'
      | 'package'
      | 'after-install'
      | 'after-remove',
  ): string => {
    const value = values[name]
    if (!value) throw new Error(`fpm: --${name} is missing`)
    return value
  }
  if (values.s !== 'dir' || values.t !== 'deb')
    throw new Error(`fpm: from ${values.s} to ${values.t} is not known, only from dir to deb`)
  return {
    name: needed('name'),
    version: values.iteration ? `${needed('version')}-${values.iteration}` : needed('version'),
    architecture: needed('architecture'),
    maintainer: needed('maintainer'),
    section: values.category,
    priority: values['deb-priority'],
    homepage: values.url ?? '',
    description: needed('description'),
    depends: values.d,
    recommends: values['deb-recommends'],
    compression: values['deb-compression'],
    postinst: needed('after-install'),
    postrm: needed('after-remove'),
    mappings: positionals,
    output: needed('package'),
  }
}
