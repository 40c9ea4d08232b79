import type { Locator } from 'playwright-core'

type Box = { readonly top: number; readonly bottom: number }

/** Whether the whole element is in the window. */
export const isInSight = (what: Locator): Promise<boolean> =>
  what.evaluate((element: { getBoundingClientRect(): Box }) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= Number(Reflect.get(globalThis, 'innerHeight'))
  })
