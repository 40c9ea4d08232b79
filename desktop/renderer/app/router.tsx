import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { reservesInput } from '../screens/reserves/use-reserves.ts'
import { api } from '../session/api.ts'
import { isReady, stateKnown } from '../session/console-state.ts'
import { queryClient } from '../session/query-client.ts'
import { NoScreen, ScreenFailure, Shell } from './shell.tsx'

/** Not waited for: the screen itself tells how it went. */
const ahead = (read: () => Promise<void>) => () =>
  void stateKnown.then(() => {
    if (isReady()) void read()
  })

/** Start to read what a screen is going to ask for, while its script is still on its way. */
const readAhead = {
  custodians: ahead(() => queryClient.prefetchQuery(api.custodians.list.queryOptions({}))),
  reserves: ahead(() => queryClient.prefetchQuery(api.reports.reserves.queryOptions(reservesInput))),
}

/** What a screen shows first, in its address. */
type Looked<Name extends string> = { readonly [Each in Name]?: string }

const rootRoute = createRootRoute({ component: Shell })

const start = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home' })
  },
})

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/home',
  loader: readAhead.custodians,
  component: lazyRouteComponent(() => import('../screens/home/home-screen.tsx'), 'HomeScreen'),
})

const connect = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('../screens/connect/connect-screen.tsx'), 'ConnectScreen'),
})

const custodians = createRoute({
  getParentRoute: () => rootRoute,
  path: '/custodians',
  loader: readAhead.custodians,
  component: lazyRouteComponent(() => import('../screens/custodians/custodians-screen.tsx'), 'CustodiansScreen'),
})

/** One custodian; its parts are routes below it, so that each has an address of its own. */
const custodian = createRoute({
  getParentRoute: () => rootRoute,
  path: '/custodians/$custodianId',
  loader: readAhead.custodians,
  component: lazyRouteComponent(() => import('../screens/custodians/custodian-screen.tsx'), 'CustodianScreen'),
})

const rotate = createRoute({
  getParentRoute: () => custodian,
  path: '/rotate',
  component: lazyRouteComponent(() => import('../screens/rotate/rotate-screen.tsx'), 'RotateScreen'),
})

const history = createRoute({
  getParentRoute: () => custodian,
  path: '/history',
  validateSearch: ({ rotation }): Looked<'rotation'> => (typeof rotation === 'string' ? { rotation } : {}),
  component: lazyRouteComponent(() => import('../screens/custodians/history-screen.tsx'), 'HistoryScreen'),
})

const custodianSettings = createRoute({
  getParentRoute: () => custodian,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('../screens/custodians/settings/custodian-settings.tsx'),
    'CustodianSettings',
  ),
})

const newCustodian = createRoute({
  getParentRoute: () => rootRoute,
  path: '/custodians/new',
  component: lazyRouteComponent(() => import('../screens/custodians/settings/new-custodian.tsx'), 'NewCustodianScreen'),
})

const wallets = createRoute({
  getParentRoute: () => custodian,
  path: '/wallets',
  validateSearch: ({ address }): Looked<'address'> => (typeof address === 'string' ? { address } : {}),
  component: lazyRouteComponent(() => import('../screens/wallets/wallets-screen.tsx'), 'WalletsScreen'),
})

/** For tokens that may not list custodians, and so have none to start from. */
const walletsById = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenants/$tenantId/custodians/$custodianId/wallets',
  validateSearch: ({ address }): Looked<'address'> => (typeof address === 'string' ? { address } : {}),
  component: lazyRouteComponent(() => import('../screens/wallets/wallets-screen.tsx'), 'WalletsByIdScreen'),
})

const reserves = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reserves',
  loader: readAhead.reserves,
  component: lazyRouteComponent(() => import('../screens/reserves/reserves-screen.tsx'), 'ReservesScreen'),
})

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  component: lazyRouteComponent(() => import('../screens/audit/audit-screen.tsx'), 'AuditScreen'),
})

/** What administrators do; its parts are routes below it. */
const administration = createRoute({
  getParentRoute: () => rootRoute,
  path: '/administration',
  component: lazyRouteComponent(
    () => import('../screens/administration/administration-screen.tsx'),
    'AdministrationScreen',
  ),
})

const operatorTokens = createRoute({
  getParentRoute: () => administration,
  path: '/tokens',
  component: lazyRouteComponent(() => import('../screens/administration/tokens/tokens-part.tsx'), 'TokensPart'),
})

const tenants = createRoute({
  getParentRoute: () => administration,
  path: '/tenants',
  component: lazyRouteComponent(() => import('../screens/administration/tenants-part.tsx'), 'TenantsPart'),
})

const networks = createRoute({
  getParentRoute: () => administration,
  path: '/networks',
  component: lazyRouteComponent(
    () => import('../screens/administration/reserve-objects/networks-part.tsx'),
    'NetworksPart',
  ),
})

const chainTokens = createRoute({
  getParentRoute: () => administration,
  path: '/chain-tokens',
  component: lazyRouteComponent(
    () => import('../screens/administration/reserve-objects/chain-tokens-part.tsx'),
    'ChainTokensPart',
  ),
})

const reserveAccounts = createRoute({
  getParentRoute: () => administration,
  path: '/reserve-accounts',
  component: lazyRouteComponent(
    () => import('../screens/administration/reserve-objects/reserve-accounts-part.tsx'),
    'ReserveAccountsPart',
  ),
})

const webhooks = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../screens/administration/webhooks/webhooks-part.tsx'), 'WebhooksPart'),
})

const webhook = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('../screens/administration/webhooks/webhook-part.tsx'), 'WebhookPart'),
})

const freeze = createRoute({
  getParentRoute: () => administration,
  path: '/freeze',
  component: lazyRouteComponent(() => import('../screens/administration/freeze-part.tsx'), 'FreezePart'),
})

const thisMachine = createRoute({
  getParentRoute: () => rootRoute,
  path: '/this-machine',
  component: lazyRouteComponent(() => import('../screens/this-machine/this-machine-screen.tsx'), 'ThisMachineScreen'),
})

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
})

const shortcuts = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shortcuts',
  component: lazyRouteComponent(() => import('../screens/shortcuts.tsx'), 'ShortcutsScreen'),
})

const about = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  component: lazyRouteComponent(() => import('../screens/about.tsx'), 'AboutScreen'),
})

export const screenRouter = createRouter({
  history: createHashHistory(),
  routeTree: rootRoute.addChildren([
    start,
    home,
    connect,
    custodians,
    newCustodian,
    custodian.addChildren([rotate, history, wallets, custodianSettings]),
    walletsById,
    reserves,
    audit,
    administration.addChildren([
      operatorTokens,
      tenants,
      networks,
      chainTokens,
      reserveAccounts,
      webhooks,
      webhook,
      freeze,
    ]),
    thisMachine,
    settings,
    shortcuts,
    about,
  ]),
  defaultErrorComponent: ScreenFailure,
  defaultNotFoundComponent: NoScreen,
  scrollRestoration: true,
})

/** The script of the screen of the address, so that it is drawn with what stands around it. */
export const loadScreen = (): Promise<void> => screenRouter.load()

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof screenRouter
  }
}
