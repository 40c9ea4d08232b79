import { initTRPC } from '@trpc/server'
import { statusOf } from './failure.ts'
import type { Input, OperationName, Output } from './operations.ts'
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
      data: { ...data, failure: { ...failure, requestId: ctx?.requestId ?? null } },
    }
  },
})

/** Inputs are parsed behind the door, after the permission was checked; here they only have their type. */
const procedure = <Name extends OperationName>(_name: Name) => t.procedure.input((raw: unknown) => raw as Input<Name>)

const query = <Name extends OperationName>(name: Name) =>
  procedure(name).query(({ ctx, input }) => ctx.perform(name, input))

const mutation = <Name extends OperationName>(name: Name) =>
  procedure(name).mutation(({ ctx, input }) => ctx.perform(name, input))

/** The whole API. */
export const router = t.router({
  session: t.router({
    whoAmI: query('session.whoAmI'),
  }),
  tenants: t.router({
    list: query('tenants.list'),
  }),
  custodians: t.router({
    list: query('custodians.list'),
    wallets: query('custodians.wallets'),
    rotations: query('custodians.rotations'),
    rotation: query('custodians.rotation'),
    updateApiKeys: mutation('custodians.updateApiKeys'),
    validateApiKeys: mutation('custodians.validateApiKeys'),
    checkApiKeys: mutation('custodians.checkApiKeys'),
  }),
  reports: t.router({
    reserves: query('reports.reserves'),
  }),
  audit: t.router({
    list: query('audit.list'),
  }),
})

export type AppRouter = typeof router
