import type { Logger } from 'pino'
import { z } from 'zod'
import { type Failure, fail, statusOf } from '../../shared/failure.ts'
import type { Operation } from '../../shared/operation.ts'
import { type OperationName, type Output, operations, type Parsed } from '../../shared/operations.ts'
import { err, type Result } from '../../shared/result.ts'
import { authorize } from '../access/authorize.ts'
import type { Call } from '../context/call.ts'
import { failureOfChange } from '../context/failure-of.ts'
import { infoOf } from './input-rules.ts'

export type Operations = {
  readonly [Name in OperationName]: (input: Parsed<Name>, call: Call) => Promise<Result<Output<Name>>>
}

export type Perform = <Name extends OperationName>(
  name: Name,
  rawInput: unknown,
  call: Call,
) => Promise<Result<Output<Name>>>

/** The message that a client is asked to look for in the log, by the ID of its request. */
function logFailure(failure: Failure, { log, name, call }: { log: Logger; name: OperationName; call: Call }): void {
  const { code, info, rotationId } = failure
  log.warn({ operation: name, requestId: call.requestId, code, info, rotationId }, 'an operation could not be done')
}

/** Whether the input lacks the version that the change is based on. */
const needsVersion = ({ versioned }: Operation, rawInput: unknown): boolean =>
  versioned === true && (rawInput as { version?: unknown } | undefined | null)?.version === undefined

type Uses = {
  readonly log: Logger
  /** Why nothing may be changed now; null while it may. */
  readonly changesRefused: () => Failure | null
}

/** Every call through either transport: checks the permission, then the input, then runs the operation. */
export const createPerform =
  (implementations: Operations, { log, changesRefused }: Uses): Perform =>
  async (name, rawInput, call) => {
    const allowed = authorize(call.principal, operations[name])
    if (!allowed.ok) return allowed
    if (needsVersion(operations[name], rawInput)) return fail('PreconditionRequired')
    const schema: z.core.$ZodType = operations[name].input
    const parsed = z.safeParse(schema, rawInput ?? {})
    if (!parsed.success) return fail('ValidationError', { info: infoOf(parsed.error, schema) })
    const refusal = operations[name].kind === 'mutation' ? changesRefused() : null
    if (refusal) return err(refusal)
    try {
      const result = await implementations[name](parsed.data as Parsed<typeof name>, call)
      log.debug(
        { operation: name, requestId: call.requestId, outcome: result.ok ? 'done' : result.error.code },
        'an operation ended',
      )
      if (!result.ok && statusOf(result.error) >= 500) logFailure(result.error, { log, name, call })
      return result
    } catch (error) {
      // The message of a bug is for the log; neither transport sends it to the caller.
      log.error({ err: error, operation: name, requestId: call.requestId }, 'an operation failed')
      return err(failureOfChange(error))
    }
  }
