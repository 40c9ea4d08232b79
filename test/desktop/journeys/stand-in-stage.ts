import type { ConsoleOptions } from '../harness/console.ts'
import { openConsole } from '../harness/console.ts'
import type { Stage } from './stage.ts'

/** The built console on the stand-in host. */
export async function openOnStandIn(options: ConsoleOptions = {}): Promise<Stage> {
  const { page, userData, electron, close, ...seen } = await openConsole(options)
  return {
    page,
    userData,
    copy: electron.clipboard.write,
    copied: electron.clipboard.read,
    chooseTarget: (filePath) => electron.dialogs.queue('showSaveDialog', { canceled: false, filePath }),
    targets: async () => seen.connections.map(({ target }) => target),
    complaints: () => [
      ...seen.mainErrors,
      ...seen.consoleComplaints,
      ...seen.requests.filter(({ outcome }) => outcome !== 'served').map(({ outcome, url }) => `${outcome}: ${url}`),
    ],
    [Symbol.asyncDispose]: close,
  }
}
