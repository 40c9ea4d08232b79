import { z } from 'zod'

/** The kinds of holders of a key, by the scheme of the URI that names one. */
const schemes = ['file', 'fd', 'vault', 'awskms', 'gcpkms', 'pkcs11'] as const

/** Where a key is: a scheme, a place, and options, which name files of secrets and never have a secret themselves. */
export type KeyUri = {
  readonly scheme: (typeof schemes)[number]
  readonly place: string
  readonly options: ReadonlyMap<string, string>
  readonly text: string
}

/** Options of each scheme. */
const optionsOf: Readonly<Record<KeyUri['scheme'], readonly string[]>> = {
  file: [],
  fd: [],
  vault: ['token-file', 'ca-file', 'namespace'],
  awskms: ['credentials-file', 'profile', 'endpoint', 'ca-file'],
  gcpkms: ['credentials-file', 'endpoint', 'ca-file'],
  pkcs11: ['module-path', 'pin-source'],
}

const Scheme = z.enum(schemes)

/** Throws an `Error` whose message says what is wrong with the text. */
export function parseKeyUri(text: string): KeyUri {
  const [, name, rest] = /^([a-z0-9]+):(.+)$/s.exec(text) ?? []
  const scheme = Scheme.safeParse(name)
  if (!scheme.success || rest === undefined)
    throw new Error(`It must begin with one of ${schemes.map((each) => `${each}:`).join(', ')}.`)
  const [place = '', query = ''] = rest.split(/\?(.*)/s)
  const options = new Map(new URLSearchParams(query.replaceAll('+', '%2B')))
  const unknown = [...options.keys()].find((option) => !optionsOf[scheme.data].includes(option))
  if (unknown !== undefined) throw new Error(`${scheme.data}: has no option ${unknown}.`)
  return { scheme: scheme.data, place, options, text }
}

/** An option without which the holder cannot be asked. */
export function requiredOption({ scheme, options }: KeyUri, name: string): string {
  const value = options.get(name)
  if (value) return value
  throw new Error(`${scheme}: needs the option ${name}.`)
}
