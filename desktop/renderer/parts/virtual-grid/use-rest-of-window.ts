import { type RefObject, useLayoutEffect } from 'react'

/** Pixels that stay free below. */
const margin = 20

/** Makes an element as high as what is left of the window below its top; its least height is that of its style. */
export function useRestOfWindow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const fit = () => {
      const { current } = element
      if (!current) return
      const top = current.getBoundingClientRect().top + scrollY
      current.style.height = `${Math.floor(innerHeight - top - margin)}px`
    }
    fit()
    const watcher = new ResizeObserver(fit)
    watcher.observe(document.body)
    addEventListener('resize', fit)
    return () => {
      watcher.disconnect()
      removeEventListener('resize', fit)
    }
  }, [element])
}
