import { useState } from 'react'
import { useConsole } from '../../session/console-state.ts'
import { type CustodiansView, firstView } from './custodian-rows.ts'

const kept = new Map<string | null, CustodiansView>()

/** Search, filter and order of the list; they are there again when the operator comes back to it. */
export function useKeptView() {
  const { activeProfileId } = useConsole()
  const [view, setView] = useState(() => kept.get(activeProfileId) ?? firstView)
  const change = (changes: Partial<CustodiansView>) => {
    const next = { ...view, ...changes }
    kept.set(activeProfileId, next)
    setView(next)
  }
  return [view, change] as const
}
