import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '../../../shared/router.ts'
import type { Trace } from '../../bridge/failures.ts'
import type { Payload } from '../../bridge/schema.ts'
import { bridge } from './bridge.ts'
import { shownProfileId } from './console-state.ts'
import { valueIn } from './failure.ts'
import { queryClient } from './query-client.ts'

type Call = Payload<'call'>

/** Options of a call; without a profile it goes to the server of the active profile. */
type Context = Partial<Pick<Call, 'profileId' | 'idempotencyKey'>> & {
  /** Hears what finds the call again, once it was answered with a value. */
  readonly tellTrace?: (trace: Trace) => void
}

/** Hands each call to main, which knows the server and the token. */
const bridgeLink: TRPCLink<AppRouter> =
  () =>
  ({ op }) =>
    observable((observer) => {
      const { profileId = shownProfileId(), idempotencyKey, tellTrace } = op.context as Context
      const payload: Call = {
        profileId,
        path: op.path as Call['path'],
        input: (op.input ?? {}) as Call['input'],
        ...(idempotencyKey && { idempotencyKey }),
      }
      bridge
        .call(payload)
        .then((reply) => {
          const { output, trace } = valueIn(reply)
          tellTrace?.(trace)
          observer.next({ result: { type: 'data', data: output } })
          observer.complete()
        })
        .catch((error: Error) => observer.error(TRPCClientError.from(error)))
    })

/** The API of the server of the active profile. */
export const client = createTRPCClient<AppRouter>({ links: [bridgeLink] })

/** The same as options for queries and mutations. */
export const api = createTRPCOptionsProxy<AppRouter>({ client, queryClient })

type Telling = { readonly tellTrace: (trace: Trace) => void }

/** The value of a call and what finds the call again; `send` hands the context it is given to the client. */
export async function callWithTrace<Value>(send: (context: Telling) => Promise<Value>) {
  let trace: Trace = { requestId: null, rotationId: null }
  const tellTrace = (received: Trace) => {
    trace = received
  }
  const value = await send({ tellTrace })
  return { value, trace }
}
