import { initTRPC } from '@trpc/server'
import { factsOf, statusOf } from './failure.ts'
import type { Operation } from './operation.ts'
import type { Input, OperationName, Output, operations, PageName } from './operations.ts'
import { failureIn } from './trpc-failure.ts'

/** What stands behind the procedures: performs the named operation, or throws a {@link FailureError}. */
export type Context = {
  readonly requestId: string
  perform<Name extends OperationName>(name: Name, rawInput: unknown): Promise<Output<Name>>
}

const t = initTRPC.context<Context>().create({
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const failure = failureIn(error)
    const data = { ...shape.data, httpStatus: statusOf(failure) }
    return {
      ...shape,
      message: failure.message,
      data: { ...data, failure: { ...failure, ...factsOf(failure), requestId: ctx?.requestId ?? null } },
    }
  },
})

type NameOf<Kind extends Operation['kind']> = {
  [Name in OperationName]: (typeof operations)[Name]['kind'] extends Kind ? Name : never
}[OperationName]

/** Inputs are parsed after the permission check; here they only have their type. */
const procedure = <Name extends OperationName>(_name: Name) => t.procedure.input((raw: unknown) => raw as Input<Name>)

const query = <Name extends NameOf<'query'>>(name: Name) =>
  procedure(name).query(({ ctx, input }) => ctx.perform(name, input))

/** How a caller walks through pages: useInfiniteQuery names the direction, and may have no cursor at the start. */
type Walk = { readonly cursor?: string | null | undefined; readonly direction?: 'forward' | undefined }

/** The input without the members that only state the direction of the walk. */
function withoutWalk(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  const isSaid = ([member, value]: [string, unknown]) =>
    !(member === 'direction' && value === 'forward') && !(member === 'cursor' && value === null)
  return Object.fromEntries(Object.entries(raw).filter(isSaid))
}

const page = <Name extends PageName & NameOf<'query'>>(name: Name) =>
  t.procedure
    .input((raw: unknown) => raw as Omit<Input<Name>, 'cursor'> & Walk)
    .query(({ ctx, input }) => ctx.perform(name, withoutWalk(input)))

const mutation = <Name extends NameOf<'mutation'>>(name: Name) =>
  procedure(name).mutation(({ ctx, input }) => ctx.perform(name, input))

type GroupOf<Name> = Name extends `${infer Group}.${string}` ? Group : never
type ProcedureOf<Name, Group extends string> = Name extends `${Group}.${infer Procedure}` ? Procedure : never

/** A procedure for each operation, so that none is forgotten. */
type Procedures = {
  readonly [Group in GroupOf<OperationName>]: Readonly<Record<ProcedureOf<OperationName, Group>, unknown>>
}

const procedures = {
  session: {
    whoAmI: query('session.whoAmI'),
  },
  search: {
    find: query('search.find'),
  },
  tenants: {
    list: query('tenants.list'),
    listPage: page('tenants.listPage'),
    get: query('tenants.get'),
    create: mutation('tenants.create'),
    update: mutation('tenants.update'),
    delete: mutation('tenants.delete'),
    disable: mutation('tenants.disable'),
    enable: mutation('tenants.enable'),
  },
  custodians: {
    list: query('custodians.list'),
    listPage: page('custodians.listPage'),
    get: query('custodians.get'),
    create: mutation('custodians.create'),
    update: mutation('custodians.update'),
    delete: mutation('custodians.delete'),
    disable: mutation('custodians.disable'),
    enable: mutation('custodians.enable'),
    wallets: query('custodians.wallets'),
    walletsPage: page('custodians.walletsPage'),
    rotations: query('custodians.rotations'),
    rotationsPage: page('custodians.rotationsPage'),
    rotation: query('custodians.rotation'),
    updateApiKeys: mutation('custodians.updateApiKeys'),
    validateApiKeys: mutation('custodians.validateApiKeys'),
    checkApiKeys: mutation('custodians.checkApiKeys'),
  },
  wallets: {
    get: query('wallets.get'),
    update: mutation('wallets.update'),
  },
  networks: {
    list: query('networks.list'),
    listPage: page('networks.listPage'),
    get: query('networks.get'),
    create: mutation('networks.create'),
    update: mutation('networks.update'),
    delete: mutation('networks.delete'),
    disable: mutation('networks.disable'),
    enable: mutation('networks.enable'),
  },
  chainTokens: {
    list: query('chainTokens.list'),
    listPage: page('chainTokens.listPage'),
    get: query('chainTokens.get'),
    create: mutation('chainTokens.create'),
    update: mutation('chainTokens.update'),
    delete: mutation('chainTokens.delete'),
    disable: mutation('chainTokens.disable'),
    enable: mutation('chainTokens.enable'),
  },
  reserveAccounts: {
    list: query('reserveAccounts.list'),
    listPage: page('reserveAccounts.listPage'),
    get: query('reserveAccounts.get'),
    create: mutation('reserveAccounts.create'),
    update: mutation('reserveAccounts.update'),
    delete: mutation('reserveAccounts.delete'),
    disable: mutation('reserveAccounts.disable'),
    enable: mutation('reserveAccounts.enable'),
  },
  tokens: {
    list: query('tokens.list'),
    listPage: page('tokens.listPage'),
    get: query('tokens.get'),
    create: mutation('tokens.create'),
    update: mutation('tokens.update'),
    disable: mutation('tokens.disable'),
    enable: mutation('tokens.enable'),
    revoke: mutation('tokens.revoke'),
  },
  reports: {
    reserves: query('reports.reserves'),
    reservesPage: page('reports.reservesPage'),
  },
  freezes: {
    list: query('freezes.list'),
    freeze: mutation('freezes.freeze'),
    thaw: mutation('freezes.thaw'),
  },
  webhooks: {
    list: query('webhooks.list'),
    listPage: page('webhooks.listPage'),
    get: query('webhooks.get'),
    create: mutation('webhooks.create'),
    update: mutation('webhooks.update'),
    delete: mutation('webhooks.delete'),
    disable: mutation('webhooks.disable'),
    enable: mutation('webhooks.enable'),
    rotateSecret: mutation('webhooks.rotateSecret'),
    ping: mutation('webhooks.ping'),
    deliveries: query('webhooks.deliveries'),
    deliveriesPage: page('webhooks.deliveriesPage'),
    redeliver: mutation('webhooks.redeliver'),
  },
  audit: {
    list: page('audit.list'),
  },
} satisfies Procedures

/** The whole API. */
export const router = t.router(procedures)

export type AppRouter = typeof router
