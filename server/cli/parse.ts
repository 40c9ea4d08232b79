import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { Permission } from '../../shared/permissions.ts'
import { Id } from '../../shared/primitives.ts'
import { Role } from '../../shared/roles.ts'
import { TokenName, TokenOwner } from '../../shared/token-administration.ts'
import { isReservedName } from '../access/token-names.ts'
import { mistakeIn } from '../streaming/destination.ts'
import { type AddressRange, readAddressRange } from '../text/address-ranges.ts'

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const longestDays = 3_650

/** `30d`, `12h`, `45m` or `90s` in milliseconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,8})([smhd])$/.exec(text) ?? []
  const ms = Number(count) * units[(unit ?? 's') as keyof typeof units]
  if (!(ms <= longestDays * units.d))
    throw new InvalidArgumentError(`It must look like 30d, 12h, 45m or 90s, and be at most ${longestDays}d.`)
  return ms
}

/** How long something is kept that callers may still ask for, in milliseconds. */
export function parseRetention(text: string, shortest: number): number {
  const ms = parseDuration(text)
  if (ms >= shortest) return ms
  throw new InvalidArgumentError(`It must be at least ${shortest / units.d}d.`)
}

/** Checks it, and keeps it as given, since that is how it is shown. */
export const checkRetention =
  (shortest: number) =>
  (text: string): string => {
    parseRetention(text, shortest)
    return text
  }

export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('It must be a number from 0 to 65535; 0 takes any free port.')
  return port
}

/** A limit; 0 is none. */
export function parseLimit(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number up to 999999; 0 is no limit.')
  return Number(text)
}

export function parseSeconds(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds <= 3_600)) throw new InvalidArgumentError('It must be a whole number of seconds, from 0 to 3600.')
  return seconds
}

export function parsePath(path: string): string {
  if (!path) throw new InvalidArgumentError('It is empty.')
  return resolve(path)
}

export function parseDescriptor(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be the number of an open file descriptor.')
  return Number(text)
}

export function parseProcessId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a process ID.')
  return Number(text)
}

export function parseId(text: string): Id {
  const id = Id.safeParse(text)
  if (!id.success) throw new InvalidArgumentError('It must be a whole number from 1 to 9223372036854775807.')
  return id.data
}

/** Collects a repeatable ID. */
export const addId = (text: string, others: readonly Id[] = []): readonly Id[] => [
  ...new Set([...others, parseId(text)]),
]

/** Collects a repeatable permission option. */
export function addPermission(text: string, others: readonly Permission[] = []): readonly Permission[] {
  const permission = Permission.safeParse(text)
  if (!permission.success) throw new InvalidArgumentError(`It must be one of ${Permission.options.join(', ')}.`)
  return [...new Set([...others, permission.data])]
}

export function parseRole(text: string): Role {
  const role = Role.safeParse(text)
  if (!role.success) throw new InvalidArgumentError(`It must be one of ${Role.options.join(', ')}.`)
  return role.data
}

/** An address or a name to listen on. */
export function parseHost(text: string): string {
  if (!/^[a-z0-9_.:%-]{1,253}$/i.test(text)) throw new InvalidArgumentError('It must be an address or a host name.')
  return text
}

/** The parts of `HOST:PORT`; an IPv6 address is in brackets. */
export function splitAddress(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, port = ''] = /^(?:\[([0-9a-f:.%]+)\]|([^:]*)):(\d+)$/i.exec(text) ?? []
  const host = bracketed ?? plain
  if (!host) throw new InvalidArgumentError('It must be an address and a port, such as 127.0.0.1:9464 or [::1]:9464.')
  return { host: parseHost(host), port: parsePort(port) }
}

/** The same, as it was written. */
export function parseAddress(text: string): string {
  splitAddress(text)
  return text
}

/** Collects a repeatable host option: one name, or several separated by commas. */
export function addHosts(text: string, others: readonly string[] = []): readonly string[] {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  if (!hosts.every((host) => /^([a-z0-9_.-]{1,253}|\[[0-9a-f:.]+\])$/.test(host)))
    throw new InvalidArgumentError('It must be host names or addresses without scheme and port.')
  return [...others, ...hosts]
}

/** Collects a repeatable option of destinations of the audit: one, or several separated by commas. */
export function addDestinations(text: string, others: readonly URL[] = []): readonly URL[] {
  const urls = text.split(',').map((part) => {
    const mistake = mistakeIn(part.trim())
    if (mistake) throw new InvalidArgumentError(mistake)
    return new URL(part.trim())
  })
  return [...others, ...urls]
}

/** Collects a repeatable option of address ranges: one, or several separated by commas. */
export function addAddressRanges(text: string, others: readonly AddressRange[] = []): readonly AddressRange[] {
  const ranges = text.split(',').map((part) => {
    const read = readAddressRange(part.trim())
    if (!read) throw new InvalidArgumentError('It must be an address or a range such as 10.0.0.0/8 or 2001:db8::/32.')
    if ('hint' in read) throw new InvalidArgumentError(`It has bits set beyond its prefix. Did you mean ${read.hint}?`)
    return read.range
  })
  return [...new Set([...others, ...ranges])]
}

/** A token name: short, visible, and not a number, since tokens are revoked by name or ID. */
export function parseTokenName(text: string): string {
  if (!TokenName.safeParse(text).success)
    throw new InvalidArgumentError('It must be 1 to 64 visible characters and not only digits.')
  if (isReservedName(text))
    throw new InvalidArgumentError(
      'It could be mistaken for Strongroom in the audit log. It must not begin with "strongroom" or contain "(strongroom".',
    )
  return text
}

/** Who an operator token belongs to. */
export function parseOwner(text: string): string {
  if (TokenOwner.safeParse(text).success) return text
  throw new InvalidArgumentError('It must be text of at most 200 characters without control characters.')
}

/** A number of rows to answer at most. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999999.')
  return Number(text)
}

/** A date, or a date and time with its zone, in epoch milliseconds. */
export function parseMoment(text: string): number {
  const isMoment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const at = isMoment ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new InvalidArgumentError('It must look like 2026-01-31 or 2026-01-31T09:30:00Z.')
  return at
}
