import { createHash } from 'node:crypto'
import { networkIcons } from './network-icons.ts'

/** A letter or digit that a name begins with, as ASCII; others are drawn as a dot. */
const initialOf = (name: string): string => /[A-Za-z0-9]/.exec(name)?.[0].toUpperCase() ?? '·'

const hueOf = (name: string): number => createHash('sha256').update(name).digest().readUInt16BE() % 360

/** An icon for a network that has none of its own: its initial on a colour that its name decides, as a data URI. */
function neutralIcon(name: string): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">' +
    `<rect width="24" height="24" fill="hsl(${hueOf(name)} 35% 40%)"/>` +
    '<text x="12" y="16.5" font-family="sans-serif" font-size="13" font-weight="600" fill="#fff" text-anchor="middle">' +
    `${initialOf(name)}</text></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

const knownIcon = (name: string): string | undefined =>
  Object.hasOwn(networkIcons, name) ? networkIcons[name] : undefined

/** The icon of a network for which none was given, as a data URI. */
export const builtInIcon = (name: string): string => knownIcon(name) ?? neutralIcon(name)

/** Whether it is the icon that comes with Strongroom for a network of this name, and so needs no check. */
export const isKnownIcon = ({ name, icon }: { readonly name: string; readonly icon: string }): boolean =>
  knownIcon(name) === icon
