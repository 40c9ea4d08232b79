const ready = Promise.withResolvers<void>()
let isReady = false

/** Electron is ready only once the app's main module has been evaluated, its top-level awaits included. */
export const readiness = {
  whenReady: () => ready.promise,
  isReady: () => isReady,
  begin(): void {
    isReady = true
    ready.resolve()
  },
  /** Refuses what Electron refuses too early. */
  need(complaint: string): void {
    if (!isReady) throw new Error(complaint)
  },
}
