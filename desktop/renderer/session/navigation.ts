import { Building2, ChartColumn, HardDrive, Info, Keyboard, ScrollText, Server, Settings } from 'lucide-react'

/** The screens of the navigation, in its order; the digit is the shortcut with Mod, `needs` the permission to read it. */
export const destinations = [
  { to: '/custodians', words: 'custodians', icon: Building2, digit: '1', needs: 'custodians:read' },
  { to: '/reserves', words: 'reserves', icon: ChartColumn, digit: '2', needs: 'reserves:read' },
  { to: '/audit', words: 'audit', icon: ScrollText, digit: '3', needs: 'audit:read' },
  { to: '/this-machine', words: 'thisMachine', icon: HardDrive, digit: '4' },
  { to: '/connect', words: 'connect', icon: Server, digit: '5' },
  { to: '/settings', words: 'settings', icon: Settings, digit: '6' },
] as const

/** What tells about the console, at the end of the navigation. */
export const asides = [
  { to: '/shortcuts', words: 'shortcuts', icon: Keyboard },
  { to: '/about', words: 'about', icon: Info },
] as const

/** Screens that make sense without a server, and without having signed in. */
export const withoutServer: ReadonlySet<string> = new Set([
  '/connect',
  '/settings',
  '/shortcuts',
  '/about',
  '/this-machine',
])
