import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A focus that went away with the screen that was left is at the beginning of the one that came. */
export function useArrival(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || document.activeElement !== document.body) return
        document.getElementById('content')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
