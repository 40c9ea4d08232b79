import { type RefObject, useLayoutEffect } from 'react'

/** Pixels that stay free below. */
const margin = 20

/** Makes an element as high as what is left of the window below its top; its least height is that of its style. */
export function useRestOfWindow(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const resize = () => {
      const { current } = element
      if (!current) return
      const top = current.getBoundingClientRect().top + scrollY
      current.style.height = `${Math.floor(innerHeight - top - margin)}px`
    }
    resize()
    const watcher = new ResizeObserver(resize)
    watcher.observe(document.body)
    addEventListener('resize', resize)
    return () => {
      watcher.disconnect()
      removeEventListener('resize', resize)
    }
  }, [element])
}
