import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For what cannot be pressed while it is busy: it has the focus again afterwards if it had it before. */
export function useFocusKept(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const element = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) hadFocus.current = document.activeElement === element.current
    else if (hadFocus.current && document.activeElement === document.body) element.current?.focus()
  }, [isBusy])
  return element
}
