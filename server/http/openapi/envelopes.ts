import { z } from 'zod'
import { endpointNames, endpoints } from '../../../shared/endpoints.ts'
import { envelopeOf } from '../../../shared/envelope.ts'
import type { FailureCode } from '../../../shared/failure.ts'
import { type EndpointName, operations } from '../../../shared/operations.ts'

const { shape } = envelopeOf(z.null())

interface Describable extends z.core.$ZodType {
  describe(description: string): this
}

const described = <Schema extends Describable>(schema: Schema, like: z.core.$ZodType): Schema =>
  schema.describe(z.globalRegistry.get(like)?.description ?? '')

/** The envelope of a success. */
export const successOf = (value: z.core.$ZodType) =>
  z.strictObject({
    isSuccess: described(z.literal(true), shape.isSuccess),
    isFailure: described(z.literal(false), shape.isFailure),
    error: described(z.null(), shape.error),
    value,
  })

const failureWith = (value: Describable) =>
  z.strictObject({
    isSuccess: described(z.literal(false), shape.isSuccess),
    isFailure: described(z.literal(true), shape.isFailure),
    error: shape.error.unwrap(),
    value: described(value, shape.value),
  })

export const FailureEnvelope = failureWith(z.null()).meta({ id: 'Failure', description: 'the envelope of a failure' })

const refusalOf = (name: EndpointName) => {
  const { output } = operations[name]
  const id = `${z.globalRegistry.get(output)?.id}Failure`
  const description = 'the envelope of a failure; its value says what was rejected'
  return failureWith(output.nullable()).meta({ id, description })
}

/** By operation, the envelope of a failure whose value tells the result all the same. */
export const refusals: ReadonlyMap<EndpointName, z.core.$ZodType> = new Map(
  endpointNames.filter((name) => endpoints[name].refusalExample).map((name) => [name, refusalOf(name)]),
)

/** By the object that was to be changed, the envelope of a failure with that object as it is now. */
const currents = new Map<z.core.$ZodType, z.core.$ZodType>()

/** The envelope of a failure because the object changed meanwhile. */
export function currentOf(name: EndpointName): z.core.$ZodType {
  const { output } = operations[name]
  const id = `Current${z.globalRegistry.get(output)?.id}`
  const description = 'the envelope of a failure; its value is the object as it is now'
  const envelope = currents.get(output) ?? failureWith(z.nullable(output)).meta({ id, description })
  currents.set(output, envelope)
  return envelope
}

/** That envelope, with one of these codes. */
export const withCodes = (envelope: z.core.$ZodType, codes: readonly FailureCode[]) =>
  z.intersection(envelope, z.looseObject({ error: z.looseObject({ code: z.enum(codes) }) }))
