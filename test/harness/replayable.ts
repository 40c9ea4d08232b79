import type { Parameters } from 'fast-check'

const { STRONGROOM_SEED, STRONGROOM_PATH, STRONGROOM_RUNS } = process.env

/**
 * The same cases on every run. A failure prints its seed and path: `STRONGROOM_SEED=1 STRONGROOM_PATH=3:0 vitest run ...`
 * replays it; another seed and more `STRONGROOM_RUNS` go further.
 */
export const replayable = (numRuns: number): Parameters<unknown> => ({
  seed: Number(STRONGROOM_SEED ?? 20_260_101),
  numRuns: Number(STRONGROOM_RUNS ?? numRuns),
  ...(STRONGROOM_PATH && { path: STRONGROOM_PATH }),
})
