import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses in CIDR notation as `readAddressRange` writes them, such as `10.0.0.0/8` or `2001:db8::/32`. */
export type AddressRange = string

type Address = ipaddr.IPv4 | ipaddr.IPv6

const isIPv4 = (address: Address): address is ipaddr.IPv4 => address.kind() === 'ipv4'

/** IPv4 within IPv6 in the abandoned form `::10.0.0.1`, which the library takes for `::ffff:10.0.0.1`. */
const isCompatibleForm = (text: string) => /^::\d+\./.test(text)

/** Reads an address; `::ffff:10.0.0.1` is the IPv4 address in it. Node rejects octal and shortened forms. */
function addressOf(text: string): Address | null {
  return isIP(text) && !isCompatibleForm(text) ? ipaddr.process(text.replace(/%.*$/, '')) : null
}

/** The canonical form of an address, or null if the text is not one. */
export const plainAddress = (text: string): string | null => addressOf(text)?.toString() ?? null

/**
 * The network of a caller: the /64 of an IPv6 address, of which a caller may own every address, or the IPv4 address
 * itself; null if the text is not an address.
 */
export function networkOf(text: string): string | null {
  const address = addressOf(text)
  if (address === null || isIPv4(address)) return address?.toString() ?? null
  const prefix = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}

const firstOf = (range: string, address: Address): string =>
  (isIPv4(address) ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(range).toString()

/**
 * Parses `10.0.0.0/8`, `2001:db8::/32`, or a single address as a range of one. Returns null for anything else, and a
 * `hint` if the address has bits set beyond the prefix, which is usually a mistake.
 */
export function readAddressRange(text: string): { readonly range: AddressRange } | { readonly hint: string } | null {
  const [, base = '', length] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const address = addressOf(base)
  if (address === null) return null
  const bits = isIPv4(address) ? 32 : 128
  // The prefix of an IPv4 address within IPv6 counts the 96 bits before it.
  const prefix = length === undefined ? bits : Number(length) - (isIP(base) === 6 ? 128 - bits : 0)
  if (prefix < 0 || prefix > bits) return null
  const range = `${address}/${prefix}`
  const first = firstOf(range, address)
  return first === address.toString() ? { range } : { hint: `${first}/${prefix}` }
}

function lookUp(ranges: readonly AddressRange[], text: string): boolean {
  const address = addressOf(text)
  if (address === null) return false
  return ranges.some((range) => {
    const [base, prefix] = ipaddr.parseCIDR(range)
    return base.kind() === address.kind() && address.match(base as never, prefix)
  })
}

const mostRemembered = 1_000
const remembered = new WeakMap<readonly AddressRange[], Map<string, boolean>>()

/** Whether an address is in one of the ranges; false if it is not an address. Cached, since every request asks. */
export function isInRanges(ranges: readonly AddressRange[], address: string): boolean {
  const known = remembered.get(ranges) ?? new Map<string, boolean>()
  const isIn = known.get(address) ?? lookUp(ranges, address)
  if (known.size >= mostRemembered) known.clear()
  known.set(address, isIn)
  remembered.set(ranges, known)
  return isIn
}

function isWithin(inner: AddressRange, outer: AddressRange): boolean {
  const [innerBase, innerPrefix] = ipaddr.parseCIDR(inner)
  const [outerBase, outerPrefix] = ipaddr.parseCIDR(outer)
  return (
    innerBase.kind() === outerBase.kind() &&
    innerPrefix >= outerPrefix &&
    innerBase.match(outerBase as never, outerPrefix)
  )
}

/** Whether each of the ranges is within one of the others; null is anywhere. */
export const areWithin = (inner: readonly AddressRange[] | null, outer: readonly AddressRange[] | null): boolean =>
  outer === null || (inner?.every((range) => outer.some((other) => isWithin(range, other))) ?? false)

/** What is assigned to hosts on the Internet; all else of IPv6 is special, or for one site. */
const globalUnicast: readonly AddressRange[] = ['2000::/3']

/** Whether an address is one on the Internet: no private, loopback, link-local or otherwise special one. */
export function isPublicAddress(text: string): boolean {
  const address = addressOf(text)
  if (address === null || address.range() !== 'unicast') return false
  return isIPv4(address) || lookUp(globalUnicast, text)
}
