import type { ProviderId } from '../../../shared/providers.ts'
import type { Mode } from './modes.ts'
import { SimulatorKey, type SimulatorState } from './state.ts'

type KeyInput = SimulatorState['keys'][number]

export type SimulatorKeys = {
  /** The key with its current mode. */
  readonly find: (provider: ProviderId, apiKey: string) => SimulatorKey | undefined
  /** Adds or replaces a key, in this process only. */
  readonly add: (key: KeyInput) => void
  /** Sets a mode in this process only; it overrides the file. */
  readonly setMode: (apiKey: string, mode: Mode) => void
}

/** The keys of the state, overridden by keys added and modes set while the simulator runs. */
export const createSimulatorKeys = (read: () => readonly SimulatorKey[]): SimulatorKeys => {
  const added = new Map<string, SimulatorKey>()
  const modes = new Map<string, Mode>()
  const known = (provider: ProviderId, apiKey: string): SimulatorKey | undefined =>
    [...added.values(), ...read()].find((key) => key.provider === provider && key.apiKey === apiKey)
  return {
    find: (provider, apiKey) => {
      const key = known(provider, apiKey)
      return key && { ...key, mode: modes.get(apiKey) ?? key.mode }
    },
    add: (key) => void added.set(`${key.provider} ${key.apiKey}`, SimulatorKey.parse(key)),
    setMode: (apiKey, mode) => void modes.set(apiKey, mode),
  }
}
