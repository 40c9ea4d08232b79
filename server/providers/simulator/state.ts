import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { Mode } from './modes.ts'

const common = {
  apiKey: z.string().min(1),
  /** ID of the key's workspace or organization. */
  account: z.string().min(1),
  mode: Mode.default('ok'),
  /** Failed authentications within an hour after which the key is locked for 15 minutes; Copper's own figure is 30. */
  lockOutAfter: z.int().positive().optional(),
}

/** Whether it verifies within about a millisecond; a longer modulus or exponent would not. */
const isUsualRsaKey = (pem: string): boolean => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem)
    const { modulusLength = Number.NaN, publicExponent = 0n } = asymmetricKeyDetails ?? {}
    return asymmetricKeyType === 'rsa' && modulusLength <= 4096 && publicExponent < 2n ** 32n
  } catch {
    return false
  }
}

const PublicKey = z
  .string()
  .max(4096)
  .includes('PUBLIC KEY')
  .refine(isUsualRsaKey, 'must be an RSA public key of at most 4,096 bits')

/** A key of the simulator. Its secrets are for drills only. */
export const SimulatorKey = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('fireblocks'), publicKey: PublicKey, ...common }),
  z.strictObject({ provider: z.literal('copper'), secret: z.string().min(1), ...common }),
])
export type SimulatorKey = z.infer<typeof SimulatorKey>

/** Content of `simulator.json`. */
export const SimulatorState = z.strictObject({ keys: z.array(SimulatorKey) })
export type SimulatorState = z.input<typeof SimulatorState>
