import { settings } from '../main/settings.ts'

export type ShellRecord = {
  readonly call: 'openExternal' | 'showItemInFolder' | 'openPath' | 'beep'
  readonly target: string
}

const records: ShellRecord[] = []

function record(call: ShellRecord['call'], target: string): void {
  records.push({ call, target })
  if (settings.unattended) process.stdout.write(`${call} ${target}\n`)
}

/** Nothing leaves for the system: what would have is recorded. */
export const shell = {
  openExternal: async (url: string) => record('openExternal', url),
  showItemInFolder: (path: string) => record('showItemInFolder', path),
  async openPath(path: string) {
    record('openPath', path)
    return ''
  },
  beep: () => record('beep', ''),
}

export const shellCalls = { shellRecords: () => records }
