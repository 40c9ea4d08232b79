import { settings } from '../main/settings.ts'

/** Switches as Chromium reads them: up to a bare `--`, the last of a name counts. */
function switchesIn(args: readonly string[]): Map<string, string> {
  const end = args.indexOf('--')
  const given = args.slice(0, end < 0 ? args.length : end).filter((word) => word.startsWith('--'))
  return new Map(
    given.map((word) => {
      const [name = '', ...value] = word.slice(2).split('=')
      return [name, value.join('=')]
    }),
  )
}

const switches = switchesIn(settings.args)

/** Chromium's command line. What is removed from it stays in `process.argv`, as in Electron. */
export const commandLine = {
  hasSwitch: (name: string) => switches.has(name),
  getSwitchValue: (name: string) => switches.get(name) ?? '',
  appendSwitch: (name: string, value = '') => void switches.set(name, value),
  removeSwitch: (name: string) => void switches.delete(name),
  names: () => [...switches.keys()],
}
