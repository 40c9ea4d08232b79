import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { askLocal } from '../../session/ask-local.ts'
import { useActiveProfile } from '../../session/console-state.ts'

/** Starts the server of this machine, with demo data or without, and goes to what it holds once it is in use. */
export function useStartLocal() {
  const navigate = useNavigate()
  const isInUse = useActiveProfile()?.kind === 'local'
  const start = useMutation({ mutationFn: (withDemo: boolean) => askLocal({ do: 'start', withDemo }) })
  useEffect(() => {
    if (start.isSuccess && isInUse) void navigate({ to: '/custodians' })
  }, [start.isSuccess, isInUse, navigate])
  return start
}
