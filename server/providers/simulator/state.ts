import { z } from 'zod'
import { Mode } from './modes.ts'

const common = {
  apiKey: z.string().min(1),
  /** Id of the workspace or organisation that the key sees. */
  account: z.string().min(1),
  mode: Mode.default('ok'),
  /** Failed authentications within an hour after which the key is locked for 15 minutes; Copper's own figure is 30. */
  lockOutAfter: z.int().positive().optional(),
}

/** One key that the simulator knows. Its secrets are for drills only and open nothing else. */
export const SimulatorKey = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('fireblocks'), publicKey: z.string().includes('PUBLIC KEY'), ...common }),
  z.strictObject({ provider: z.literal('copper'), secret: z.string().min(1), ...common }),
])
export type SimulatorKey = z.infer<typeof SimulatorKey>

/** Content of `simulator.json`. */
export const SimulatorState = z.strictObject({ keys: z.array(SimulatorKey) })
export type SimulatorState = z.input<typeof SimulatorState>
