import { useEffect, useState } from 'react'
import { useConsole } from '../../session/console-state.ts'

/** Seconds until another passphrase may be tried, counted down from what main last told. */
export function useWait(): number {
  const { lock } = useConsole()
  const [left, setLeft] = useState(lock.waitSeconds)
  useEffect(() => {
    const until = performance.now() + lock.waitSeconds * 1000
    const secondsLeft = () => Math.max(0, Math.ceil((until - performance.now()) / 1000))
    setLeft(secondsLeft())
    const timer = setInterval(() => setLeft(secondsLeft()), 250)
    return () => clearInterval(timer)
  }, [lock])
  return left
}
