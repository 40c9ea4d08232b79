import type { Bridge } from '../../bridge/schema.ts'

declare global {
  interface Window {
    readonly strongroom: Bridge
  }
}

/** The one way out of this process. */
export const bridge = window.strongroom
