import { useState } from 'react'

let isShown = false

/** Whether inactive wallets are shown, as long as the console runs. */
export function useShowInactive(): readonly [boolean, (isShown: boolean) => void] {
  const [value, setValue] = useState(isShown)
  const set = (next: boolean) => {
    isShown = next
    setValue(next)
  }
  return [value, set]
}
