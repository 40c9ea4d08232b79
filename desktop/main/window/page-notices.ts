/** Why a page was ended that did not respond; not one of Electron's reasons. */
export const unresponsive = 'unresponsive'

const causes: Readonly<Record<string, string>> = {
  [unresponsive]: 'it did not respond',
  oom: 'it ran out of memory',
  'memory-eviction': 'the system took its memory',
  killed: 'the system or another program ended it',
  'launch-failed': 'the system did not let it start',
  'integrity-failure': 'its code is not what was installed',
}
const causeOf = (reason: string) => causes[reason] ?? 'it crashed'

const aboutChange =
  'Keys were being checked or rotated. The server brings that to its end, but its answer will not be seen here: whether new keys are stored stands in the history only. Look there before you send anything again.'

const aboutHang =
  'What was typed in it is gone. If it happens again with the same custodian or server, do not open it, and report it.'

const common = { defaultId: 0, cancelId: 0, noLink: true }

type Loaded = { readonly reason: string; readonly wasChanging: boolean }

/** Of a page that is there again, when keys were under way or when it was ended for not responding. */
export const loadedNotice = ({ reason, wasChanging }: Loaded) => ({
  ...common,
  type: 'warning' as const,
  message: `The page of the console was reloaded: ${causeOf(reason)}.`,
  detail: [...(wasChanging ? [aboutChange] : []), ...(reason === unresponsive ? [aboutHang] : [])].join('\n\n'),
  buttons: ['OK'],
})

/** Of a page that is not loaded again by itself. */
export const lostNotice = ({ reason, wasChanging }: Loaded) => ({
  ...common,
  type: 'error' as const,
  message: `The page of the console is gone: ${causeOf(reason)}.`,
  detail: [
    'That happened several times in a short time, so it is not loaded again by itself. What was typed in it is gone; what servers and the keychain hold is not.',
    ...(wasChanging ? [aboutChange] : []),
    'Load it again. If that does not help, quit, start the console again, and report what you did before.',
  ].join('\n\n'),
  buttons: ['Load it again', 'Quit'],
})

export type PageNotice = ReturnType<typeof loadedNotice | typeof lostNotice>

/** The answer to a lost page that ends the console. */
export const isQuit = (notice: PageNotice, response: number): boolean => notice.buttons[response] === 'Quit'
