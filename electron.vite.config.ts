import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

/** One bundle per process; only Electron itself, the addons and what Node brings stay outside. */
export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      lib: { entry: 'desktop/main/index.ts', formats: ['es'] },
      outDir: 'out/main',
      rollupOptions: { external: ['keytar'] },
    },
  },
  preload: {
    build: {
      // A `require` of anything but electron would break the sandbox.
      externalizeDeps: false,
      lib: { entry: 'desktop/preload/index.ts', formats: ['cjs'] },
      outDir: 'out/preload',
      rollupOptions: { output: { entryFileNames: 'index.cjs' } },
    },
  },
  renderer: {
    root: 'desktop/renderer',
    base: './',
    build: {
      outDir: 'out/renderer',
      modulePreload: { polyfill: false },
      rollupOptions: { input: 'desktop/renderer/index.html' },
    },
    plugins: [react()],
  },
})
