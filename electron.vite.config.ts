import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { onlyListedPackages } from './scripts/bundled-packages.ts'
import { thirdParty } from './scripts/third-party.ts'

/** What the page on licences shows, as a module. */
const licences = {
  name: 'third-party',
  resolveId: (id: string) => (id === 'virtual:third-party' ? id : null),
  load: (id: string) =>
    id === 'virtual:third-party' ? `export const thirdParty = ${JSON.stringify(thirdParty())}` : null,
}

/** For a package that tests drive through Chromium's debugging port; one that is released is built without it. */
const keepsDebuggingPort = process.env.STRONGROOM_KEEP_DEBUGGING_PORT === 'true'

/** One bundle per process; only Electron itself, the addons and what Node brings stay outside. */
export default defineConfig({
  main: {
    define: { keepsDebuggingPort: JSON.stringify(keepsDebuggingPort) },
    plugins: [onlyListedPackages()],
    build: {
      externalizeDeps: false,
      lib: { entry: 'desktop/main/index.ts', formats: ['es'] },
      rollupOptions: { external: ['keytar'] },
    },
  },
  preload: {
    plugins: [onlyListedPackages()],
    build: {
      // A `require` of anything but electron would break the sandbox.
      externalizeDeps: false,
      lib: { entry: 'desktop/preload/index.ts', formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: 'index.cjs' } },
    },
  },
  renderer: {
    root: 'desktop/renderer',
    base: './',
    build: {
      minify: true,
      chunkSizeWarningLimit: 1_000,
      modulePreload: { polyfill: false },
      // The policy of the page lets no font come as a data address.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: 'desktop/renderer/index.html',
        // Each file is a request that main answers: one for the start, one for what several screens share, one a screen.
        output: {
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], priority: 1 },
              { name: 'shared', minShareCount: 2 },
            ],
          },
        },
      },
    },
    plugins: [react(), licences, onlyListedPackages()],
  },
})
