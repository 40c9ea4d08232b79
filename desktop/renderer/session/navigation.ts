import {
  Building2,
  ChartColumn,
  HardDrive,
  House,
  Info,
  Keyboard,
  ScrollText,
  Server,
  Settings,
  UsersRound,
} from 'lucide-react'
import type { Permission } from '../../../shared/permissions.ts'
import type { Session } from '../../../shared/session.ts'

/** A token with one of these has something to administer. */
const administrators: readonly Permission[] = ['tenants:write', 'tokens:read', 'freezes:write']

/**
 * The screens of the navigation, in its order. The digit is the shortcut with Mod, `needs` the permission to read it;
 * `offeredTo` hides it from tokens with none of these.
 */
export const destinations = [
  { to: '/home', words: 'home', icon: House, digit: '1' },
  { to: '/custodians', words: 'custodians', icon: Building2, digit: '2', needs: 'custodians:read' },
  { to: '/reserves', words: 'reserves', icon: ChartColumn, digit: '3', needs: 'reserves:read' },
  { to: '/audit', words: 'audit', icon: ScrollText, digit: '4', needs: 'audit:read' },
  { to: '/administration', words: 'administration', icon: UsersRound, digit: '5', offeredTo: administrators },
  { to: '/this-machine', words: 'thisMachine', icon: HardDrive, digit: '6' },
  { to: '/connect', words: 'connect', icon: Server, digit: '7' },
  { to: '/settings', words: 'settings', icon: Settings, digit: '8' },
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

/** Whether a screen is offered to the token of a session; each is until that is known, so that no entry moves then. */
export function isOffered(place: { readonly to: string }, session: Session | undefined): boolean {
  if (!('offeredTo' in place) || !session) return true
  return (place.offeredTo as readonly Permission[]).some((permission) => session.permissions.includes(permission))
}
