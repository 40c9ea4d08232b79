import type { Trace } from '../../bridge/answer.ts'

type Telling = { readonly tellTrace: (trace: Trace) => void }

/** The value of a call and what finds the call again; `send` hands the context it is given to the client. */
export async function withTrace<Value>(send: (context: Telling) => Promise<Value>) {
  let trace: Trace = { requestId: null, rotationId: null }
  const tellTrace = (told: Trace) => {
    trace = told
  }
  const value = await send({ tellTrace })
  return { value, trace }
}
