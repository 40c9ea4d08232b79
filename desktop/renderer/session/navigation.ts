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

/** The parts of the administration; a token with one of `offeredTo` finds something there. */
export const administrationParts = [
  { to: '/administration/tokens', words: 'tokens', offeredTo: ['tokens:read'] },
  { to: '/administration/tenants', words: 'tenants', offeredTo: ['tenants:write'] },
  { to: '/administration/networks', words: 'networks', offeredTo: ['reserves:read'], isOfPlatform: true },
  { to: '/administration/chain-tokens', words: 'chainTokens', offeredTo: ['reserves:read'], isOfPlatform: true },
  {
    to: '/administration/reserve-accounts',
    words: 'reserveAccounts',
    offeredTo: ['reserves:read'],
    isOfPlatform: true,
  },
  { to: '/administration/webhooks', words: 'webhooks', offeredTo: ['webhooks:read'], isOfPlatform: true },
  { to: '/administration/freeze', words: 'freeze', offeredTo: ['freezes:write'] },
] as const

/**
 * The screens of the navigation, in its order. The digit is the shortcut with Mod, `needs` the permission to read it;
 * `parts` hides it from tokens to which none of them is offered.
 */
export const destinations = [
  { to: '/home', words: 'home', icon: House, digit: '1' },
  { to: '/custodians', words: 'custodians', icon: Building2, digit: '2', needs: 'custodians:read' },
  { to: '/reserves', words: 'reserves', icon: ChartColumn, digit: '3', needs: 'reserves:read' },
  { to: '/audit', words: 'audit', icon: ScrollText, digit: '4', needs: 'audit:read' },
  { to: '/administration', words: 'administration', icon: UsersRound, digit: '5', parts: administrationParts },
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

type Place = {
  readonly to: string
  readonly offeredTo?: readonly Permission[]
  /** Nothing there belongs to one tenant. */
  readonly isOfPlatform?: boolean
  readonly parts?: readonly Place[]
}

/** Whether a screen is offered to the token of a session; each is until that is known, so that no entry moves then. */
export function isOffered({ offeredTo, isOfPlatform, parts }: Place, session: Session | undefined): boolean {
  if (!session) return true
  if (parts) return parts.some((part) => isOffered(part, session))
  if (isOfPlatform && session.tenant !== null) return false
  return offeredTo?.some((permission) => session.permissions.includes(permission)) ?? true
}
