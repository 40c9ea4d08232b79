import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config'
import { closingLine } from './test/closing-line.ts'
import { reliabilityReport } from './test/cluster/reliability-report.ts'
import { filesThatNeedBrowser, filesThatTakeLong, filesWithoutLongTests, tags } from './test/lanes.ts'
import { noBrowser } from './test/package/missing.ts'
import { noPostgres } from './test/store/postgres/programs.ts'

/** These drive the built console; it is built once for all of them. */
const onBundle = ['test/desktop/{screens,security,journeys}/**/*.test.ts']

/** Lanes with packages of their own keep them beside their tests. */
const foreign = '**/node_modules/**'

/** The suites of the API; `npm test` runs them on both engines, and `npm run test:postgres` all of them on PostgreSQL. */
const onBothEngines = ['test/api/**/*.test.ts', 'test/http/**/*.test.ts']

/** Suites of the API that `npm test` does not run on PostgreSQL, and why; `npm run test:postgres` does. */
const onSqliteAlone: Readonly<Record<string, string>> = {
  'test/http/api-page.test.ts': 'reads the page of the API, which shows no data',
  'test/http/openapi.test.ts': 'reads the documents of the API, which show no data',
}

const onPostgres = (excluded: readonly string[]): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name: 'postgres',
    env: { STRONGROOM_ENGINE: 'postgres' },
    include: onBothEngines,
    exclude: [...excluded, ...Object.keys(onSqliteAlone)],
    globalSetup: 'test/harness/run-folder.ts',
    sequence: { groupOrder: 0 },
  },
})

/** Lanes by the name of vitest's --mode, because the shell of Windows cannot set a variable for one command. */
const environments: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  packaged: { STRONGROOM_BUNDLE: 'packaged' },
  long: { STRONGROOM_BUNDLE: 'packaged', STRONGROOM_PAYLOADS: '500', STRONGROOM_WALLETS: '100000' },
  faults: { STRONGROOM_FAULTS: 'long' },
  cluster: { STRONGROOM_FAULTS: 'long' },
  fresh: { STRONGROOM_FRESH: 'long' },
  postgres: { STRONGROOM_ENGINE: 'postgres' },
  screenshots: { STRONGROOM_SCREENSHOTS: '1' },
}

/** What a lane leaves out, by its --mode. */
const leftOut: Readonly<Record<string, () => readonly string[]>> = {
  quick: filesThatTakeLong,
  long: filesWithoutLongTests,
  server: () => ['test/{bench,clients,desktop,docs,fresh,installed,package,vendors}/**', 'test/workflows.test.ts'],
}

/** Every test file runs on its own, those of the console after the others; one more than there are cores, because some wait. */
function configOf(mode: string): ViteUserConfig {
  // Where there is no browser, what opens pages is left out and named at the end.
  const withoutBrowser = { files: noBrowser ? filesThatNeedBrowser() : [], reason: noBrowser ?? '' }
  const excluded = [foreign, ...withoutBrowser.files, ...(leftOut[mode]?.() ?? [])]
  const isOnBoth = mode === 'packaged'
  const withoutPostgres = {
    files: isOnBoth && noPostgres ? onBothEngines.map((file) => `${file} on PostgreSQL`) : [],
    reason: noPostgres ?? '',
  }
  return {
    test: {
      reporters: [
        'default',
        closingLine([withoutBrowser, withoutPostgres]),
        ...(mode === 'cluster' ? [reliabilityReport()] : []),
      ],
      tags,
      isolate: false,
      setupFiles: 'test/setup.ts',
      maxWorkers: availableParallelism() + 1,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      // A contributor sees every failure; CI runs a failed test once more and names it.
      retry: process.env.CI ? 1 : 0,
      projects: [
        {
          extends: true,
          test: {
            name: 'parts',
            include: ['test/**/*.test.ts'],
            exclude: [...excluded, ...onBundle],
            globalSetup: 'test/harness/run-folder.ts',
            sequence: { groupOrder: 0 },
          },
        },
        ...(isOnBoth && !noPostgres ? [onPostgres(excluded)] : []),
        {
          extends: true,
          test: {
            name: 'console',
            include: onBundle,
            exclude: excluded,
            globalSetup: 'test/desktop/harness/build-bundle.ts',
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  }
}

/** Most of the suite's time was Node compiling the same files for each server and command that a test starts. */
process.env.NODE_COMPILE_CACHE ||= join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig(({ mode }) => {
  for (const [name, value] of Object.entries(environments[mode] ?? {})) process.env[name] ??= value
  return configOf(mode)
})
