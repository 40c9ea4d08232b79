import type { LocalRequest } from '../../bridge/local.ts'
import { bridge } from './bridge.ts'
import { valueIn } from './failure.ts'

/** What main answers; a failure is thrown, as queries and mutations want it. */
export const callLocalServer = async (request: LocalRequest) => valueIn(await bridge.local(request))

/** Shows a folder or file that main knows; where there is none nothing happens. */
export const reveal = (what: 'data' | 'backup' | 'update'): void => void bridge.local({ do: 'reveal', what })

/** Shows where the refused lines of a file are, by its place in the last import. */
export const revealRefused = (index: number): void => void bridge.local({ do: 'reveal-refused', index })
