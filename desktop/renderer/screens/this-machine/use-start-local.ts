import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bridge } from '../../bridge.ts'
import { valueIn } from '../../failure.ts'

/** Starts the server of this machine, with demo data or without, and goes to what it holds. */
export function useStartLocal() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (withDemo: boolean) => valueIn(await bridge.local({ do: 'start', withDemo })),
    onSuccess: () => navigate({ to: '/custodians' }),
  })
}
