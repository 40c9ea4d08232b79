import { useEffect, useState } from 'react'

/** Seconds for which a secret may be seen. */
export const revealSeconds = 10

/** Counts down while a secret is shown; it is hidden at the end, and as soon as the window is left. */
export function useReveal() {
  const [secondsLeft, setSecondsLeft] = useState(0)
  const isShown = secondsLeft > 0
  useEffect(() => {
    if (!isShown) return
    const hide = () => setSecondsLeft(0)
    const timer = setInterval(() => setSecondsLeft((left) => left - 1), 1000)
    window.addEventListener('blur', hide)
    return () => {
      clearInterval(timer)
      window.removeEventListener('blur', hide)
    }
  }, [isShown])
  return { secondsLeft, isShown, toggle: () => setSecondsLeft(isShown ? 0 : revealSeconds) }
}
