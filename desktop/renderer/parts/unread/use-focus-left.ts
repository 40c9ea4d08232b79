import { useLayoutEffect, useRef } from 'react'

/** A focus that goes away with an element is at the beginning of the page then. */
export function useFocusLeft() {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => () => {
      if (element.current?.contains(document.activeElement))
        document.getElementById('content')?.focus({ preventScroll: true })
    },
    [],
  )
  return element
}
