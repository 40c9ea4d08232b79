import { join } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { closingLine } from './test/closing-line.ts'
import { filesThatNeedBrowser } from './test/needs-browser.ts'
import { noBrowser } from './test/package/missing.ts'

/** These drive the built console; it is built once for all of them. */
const onBundle = ['test/desktop/{screens,security,journeys}/**/*.test.ts']

/** Lanes with packages of their own keep them beside their tests. */
const foreign = '**/node_modules/**'

/** Where there is no browser, what opens pages is left out and named at the end. */
const notRun = { files: noBrowser ? filesThatNeedBrowser() : [], reason: noBrowser ?? '' }

/** Lanes by the name of vitest's --mode, because the shell of Windows cannot set a variable for one command. */
const lanes: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  packaged: { STRONGROOM_BUNDLE: 'packaged' },
  faults: { STRONGROOM_FAULTS: 'long' },
  fresh: { STRONGROOM_FRESH: 'long' },
}

const config: ViteUserConfig = {
  test: {
    reporters: ['default', closingLine(notRun)],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [foreign, ...onBundle, ...notRun.files],
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          include: onBundle,
          exclude: [foreign, ...notRun.files],
          globalSetup: 'test/desktop/harness/build-bundle.ts',
          // One window at a time, and nothing beside it.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}

/** Most of the suite's time was Node compiling the same files for each server and command that a test starts. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig(({ mode }) => {
  for (const [name, value] of Object.entries(lanes[mode] ?? {})) process.env[name] ??= value
  return config
})
