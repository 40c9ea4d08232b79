import { defineConfig } from 'vitest/config'
import { closingLine } from './test/closing-line.ts'

/** These drive the built console; it is built once for all of them. */
const onBundle = ['test/desktop/{screens,security,journeys}/**/*.test.ts']

/** Lanes with packages of their own keep them beside their tests. */
const foreign = '**/node_modules/**'

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [foreign, ...onBundle],
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: onBundle,
          globalSetup: 'test/desktop/harness/build-bundle.ts',
          // One window at a time, and nothing beside it.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
