import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { ProviderId } from '../../shared/providers.ts'
import type { Result } from '../../shared/result.ts'
import type { CredentialValidator } from '../providers/credential-validator.ts'
import { type AroundWrite, aroundWrites } from '../store/around-writes.ts'
import type { BegunRotation, RotationCompletion, RotationEnd, RotationIntent } from '../store/rotation-writes.ts'
import type { Store } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'

const seconds = (from: number): number => (performance.now() - from) / 1_000

/** The same validator, whose requests to providers are counted and timed. */
export function meteredValidator(registry: Registry, validator: CredentialValidator): CredentialValidator {
  const durations = new Histogram({
    name: 'strongroom_provider_probe_duration_seconds',
    help: 'Seconds that a check of credentials took at a provider, by provider and verdict.',
    labelNames: ['provider', 'verdict'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    ...validator,
    probe: async (target, ...rest) => {
      const from = performance.now()
      const result = await validator.probe(target, ...rest)
      if (result.source === 'provider')
        durations.observe({ provider: target.provider, verdict: result.verdict }, seconds(from))
      return result
    },
  }
}

/** The same store, whose writes and rotations are counted. */
export function meteredStore(registry: Registry, store: Store): Store {
  const rotations = createRotationMetrics(registry)
  const timed = createWriteMetrics(registry)
  return aroundWrites(store, async (write, run) => {
    const output = await timed(write, run)
    rotations[write.name]?.(write.input as never, output as never)
    return output
  })
}

function createWriteMetrics(registry: Registry): AroundWrite {
  const registers = [registry]
  const durations = new Histogram({
    name: 'strongroom_store_write_duration_seconds',
    help: 'Seconds until a write was answered, its waiting and its commit included, by write.',
    labelNames: ['write'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const open = new Gauge({
    name: 'strongroom_store_writes_waiting',
    help: 'Writes that were asked for and not answered yet.',
    registers,
  })
  const failures = new Counter({
    name: 'strongroom_store_write_failures_total',
    help: 'Writes that failed, by cause.',
    labelNames: ['cause'],
    registers,
  })
  const lastFailure = new Gauge({
    name: 'strongroom_store_last_write_failure_timestamp_seconds',
    help: 'When a write failed last; 0 if none has since the start.',
    registers,
  })
  return async ({ name }, run) => {
    const from = performance.now()
    open.inc()
    try {
      return await run()
    } catch (error) {
      failures.inc({ cause: error instanceof StoreError ? error.cause : 'error' })
      lastFailure.setToCurrentTime()
      throw error
    } finally {
      open.dec()
      durations.observe({ write: name }, seconds(from))
    }
  }
}

type OnAnswer = (input: never, output: never) => void

/**
 * Counts rotations when their end is stored. Which provider it was is known from the begin: an end names only the rotation,
 * and one that began before this start has none.
 */
function createRotationMetrics(registry: Registry): Readonly<Partial<Record<string, OnAnswer>>> {
  const ended = new Counter({
    name: 'strongroom_rotations_total',
    help: 'Rotations that ended, by outcome, verdict of the provider and provider.',
    labelNames: ['outcome', 'verdict', 'provider'],
    registers: [registry],
  })
  const providers = new Map<string, ProviderId>()
  new Gauge({
    name: 'strongroom_open_rotations',
    help: 'Rotations that began and have not ended yet.',
    registers: [registry],
    collect() {
      this.set(providers.size)
    },
  })
  const count = (rotationId: string, outcome: string, verdict: string | null) => {
    const provider = providers.get(rotationId) ?? 'unknown'
    providers.delete(rotationId)
    ended.inc({ outcome, verdict: verdict ?? 'none', provider })
  }
  return {
    beginRotation: ({ rotationId }: RotationIntent, begun: Result<BegunRotation>) => {
      if (begun.ok && begun.value.kind === 'begun') providers.set(rotationId, begun.value.custodian.provider)
    },
    endRotation: ({ rotationId, outcome, verdict }: RotationEnd, wasOpen: boolean) => {
      if (wasOpen) count(rotationId, outcome, verdict)
      // Another server ended it, which took this one for stopped.
      else providers.delete(rotationId)
    },
    completeRotation: ({ rotationId }: RotationCompletion, completed: Result<unknown>) => {
      if (completed.ok) count(rotationId, 'stored', 'valid')
    },
  }
}
