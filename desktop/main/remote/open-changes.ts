import { operations } from '../../../shared/operations.ts'
import type { ApiForwarder } from './api-forwarder.ts'

/** Knows whether something that may change a server waits for its answer. */
export type WatchedForwarder = ApiForwarder & { isChanging(): boolean }

export function watchChanges({ forward }: ApiForwarder): WatchedForwarder {
  let open = 0
  return {
    isChanging: () => open > 0,
    async forward(caller, request) {
      if (operations[request.path].kind === 'query') return forward(caller, request)
      open += 1
      return forward(caller, request).finally(() => {
        open -= 1
      })
    },
  }
}
