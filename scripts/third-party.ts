import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A package of others that the console ships, with the words of its licence. */
export type ThirdParty = {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly license: string
  readonly text: string
}

type Locked = {
  readonly version?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = '{shared,server,desktop}/**/*.{ts,tsx,mjs,css}'
const named = /(?:from|import|@import|import\(|resolve\()\s*['"]([^'".][^'"]*)['"]/g

/** What these depend on fetches or builds their programs, and is not shipped. */
const installed: readonly string[] = ['electron', 'keytar', 'pkcs11js']

/**
 * Bundled if npm installed them, although no package depends on them: `debug` colours its lines with the first, and the
 * second is optional to `pg`.
 */
const undeclared: readonly string[] = ['supports-color', 'pg-cloudflare']

const nameOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** Packages that the sources name themselves. */
function imported(): readonly string[] {
  const text = globSync(sources, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const names = text.flatMap((source) => [...source.matchAll(named)].map(([, specifier = '']) => nameOf(specifier)))
  return [...new Set(names)].filter((name) => !isBuiltin(name) && /^(@[\w.-]+\/)?[\w.-]+$/.test(name))
}

/** Where npm put what `from` means by `name`: the nearest folder wins. */
function placeOf(lock: Readonly<Record<string, Locked>>, from: string, name: string): string | null {
  const place = `${from && `${from}/`}node_modules/${name}`
  if (lock[place]) return place
  return from === '' ? null : placeOf(lock, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

function closure(lock: Readonly<Record<string, Locked>>): ReadonlySet<string> {
  const places = new Set<string>()
  const follow = (from: string, name: string): void => {
    const place = placeOf(lock, from, name)
    if (!place || places.has(place)) return
    places.add(place)
    if (!installed.includes(name)) for (const next of Object.keys(lock[place]?.dependencies ?? {})) follow(place, next)
  }
  for (const name of [...imported(), ...undeclared]) follow('', name)
  return places
}

function licenceText(place: string): string {
  const folder = join(root, place)
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}

/** Every package that is shipped or bundled, by name. Types, build tools and packages of other platforms are not among them. */
export function thirdParty(): readonly ThirdParty[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages as Record<string, Locked>
  const parts = [...closure(lock)]
    .filter((place) => !place.includes('node_modules/@types/') && existsSync(join(root, place)))
    .map((place) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: lock[place]?.version ?? '',
      license: lock[place]?.license ?? 'see text',
      text: licenceText(place),
    }))
  const once = new Map(parts.map((part) => [`${part.name} ${part.version}`, part]))
  return [...once.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}
