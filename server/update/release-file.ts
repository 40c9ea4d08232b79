import { UpdateError } from './update-error.ts'

/** What the name of a release file says about it; the name is covered by the signature. */
export type ReleasePackage = {
  readonly program: 'console' | 'server'
  readonly version: string
  readonly system: 'linux' | 'windows' | 'macos'
  readonly architecture: 'x64' | 'arm64'
  readonly format: 'deb' | 'appimage' | 'exe' | 'dmg'
}

/** Whether a package could update an installation; `newer` alone is an update. */
export type Fit = 'newer' | 'same-version' | 'older' | 'other-system' | 'other-architecture' | 'no-package'

/** The installation that is to be updated. */
export type Installation = {
  readonly version: string
  /** As Node names them. */
  readonly platform: NodeJS.Platform
  readonly arch: NodeJS.Architecture
}

/** As electron-builder and the packaging of the server name them. */
const names: readonly (readonly [RegExp, Pick<ReleasePackage, 'program' | 'system' | 'format'>])[] = [
  [/^strongroom_(?<version>.+)_(?<arch>amd64|arm64)\.deb$/, { program: 'console', system: 'linux', format: 'deb' }],
  [
    /^strongroom-server_(?<version>.+)_(?<arch>amd64|arm64)\.deb$/,
    { program: 'server', system: 'linux', format: 'deb' },
  ],
  [
    /^Strongroom-(?<version>.+?)(?:-(?<arch>arm64))?\.AppImage$/,
    { program: 'console', system: 'linux', format: 'appimage' },
  ],
  [/^Strongroom-(?<version>.+)-setup\.exe$/, { program: 'console', system: 'windows', format: 'exe' }],
  [/^Strongroom-(?<version>.+?)(?:-(?<arch>arm64))?\.dmg$/, { program: 'console', system: 'macos', format: 'dmg' }],
]

const isVersion = (text: string) => /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[\dA-Za-z.-]+)?$/.test(text)

/** The package that a file is by its name; null for the other files of a release, such as the SBOM. */
export function packageOf(name: string): ReleasePackage | null {
  for (const [pattern, kind] of names) {
    const { version = '', arch } = pattern.exec(name)?.groups ?? {}
    if (isVersion(version)) return { ...kind, version, architecture: arch === 'arm64' ? 'arm64' : 'x64' }
  }
  return null
}

const isNumber = (part: string) => /^\d+$/.test(part)

/** Identifiers of a prerelease as Semantic Versioning orders them: numbers first, and by value. */
function comparePart(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b)
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1
  return a < b ? -1 : Number(a > b)
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [at, part] of a.entries()) {
    const other = b[at]
    const order = other === undefined ? 1 : comparePart(part, other)
    if (order !== 0) return order
  }
  return a.length < b.length ? -1 : 0
}

function partsOf(text: string): { readonly core: readonly string[]; readonly prerelease: readonly string[] } {
  const [core = '', ...rest] = text.split('-')
  return { core: core.split('.'), prerelease: rest.length > 0 ? rest.join('-').split('.') : [] }
}

/** Negative where `a` is the older version, positive where it is the newer one, by Semantic Versioning. */
export function orderOfVersions(a: string, b: string): number {
  const first = partsOf(a)
  const second = partsOf(b)
  const order = compareParts(first.core, second.core)
  if (order !== 0) return order
  // A release is newer than its prereleases.
  if (first.prerelease.length === 0 || second.prerelease.length === 0)
    return second.prerelease.length - first.prerelease.length
  return compareParts(first.prerelease, second.prerelease)
}

const systems: Partial<Record<NodeJS.Platform, ReleasePackage['system']>> = {
  linux: 'linux',
  win32: 'windows',
  darwin: 'macos',
}

/** Whether the package is an update of the installation. */
export function fitOf(offered: ReleasePackage | null, installed: Installation): Fit {
  if (!offered) return 'no-package'
  if (offered.system !== systems[installed.platform]) return 'other-system'
  if (offered.architecture !== installed.arch) return 'other-architecture'
  const order = orderOfVersions(offered.version, installed.version)
  return order > 0 ? 'newer' : order < 0 ? 'older' : 'same-version'
}

const line = /^(?<sum>[0-9a-f]{64}) {2}(?<name>\w[\w.+-]*)$/

/** Name to SHA-256 of the files of a release, as `sha256sum` lists them. A name is one plain file of the same folder. */
export function parseChecksums(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n')
  const isComplete = lines.pop() === '' && lines.length > 0
  const files = new Map(
    lines.map((each) => {
      const { sum = '', name = '' } = line.exec(each)?.groups ?? {}
      return [name, sum]
    }),
  )
  if (isComplete && files.size === lines.length && !files.has('')) return files
  throw new UpdateError(
    'SHA256SUMS cannot be read: it must have lines of "SHA256  NAME", each name once, without a folder',
    { cause: 'bad-checksums', nextStep: 'Install nothing of this release, and report it to the person responsible.' },
  )
}
