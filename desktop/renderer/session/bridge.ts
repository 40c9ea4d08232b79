import type { Bridge } from '../../bridge/schema.ts'

/** The one way out of this process; the preload puts it on the window. */
export const { strongroom: bridge } = window as typeof window & { readonly strongroom: Bridge }
