import { Building2, ChartColumn, HardDrive, House, Info, Keyboard, ScrollText, Server, Settings } from 'lucide-react'

/** The screens of the navigation, in its order; the digit is the shortcut with Mod, `needs` the permission to read it. */
export const destinations = [
  { to: '/home', words: 'home', icon: House, digit: '1' },
  { to: '/custodians', words: 'custodians', icon: Building2, digit: '2', needs: 'custodians:read' },
  { to: '/reserves', words: 'reserves', icon: ChartColumn, digit: '3', needs: 'reserves:read' },
  { to: '/audit', words: 'audit', icon: ScrollText, digit: '4', needs: 'audit:read' },
  { to: '/this-machine', words: 'thisMachine', icon: HardDrive, digit: '5' },
  { to: '/connect', words: 'connect', icon: Server, digit: '6' },
  { to: '/settings', words: 'settings', icon: Settings, digit: '7' },
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
