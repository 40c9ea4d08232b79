import { defineConfig } from 'vitest/config'
import { closingLine } from './test/closing-line.ts'

/** These drive the built console; it is built once for all of them. */
const onBundle = ['test/desktop/{screens,security,journeys}/**/*.test.ts']

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    // Most of them wait for processes and browsers.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'parts', include: ['test/**/*.test.ts'], exclude: onBundle } },
      {
        extends: true,
        test: { name: 'console', include: onBundle, globalSetup: 'test/desktop/harness/build-bundle.ts' },
      },
    ],
  },
})
