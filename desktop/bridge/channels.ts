/** What the renderer can ask of main: twelve methods and no more. */
export const methods = [
  'call',
  'wallets',
  'state',
  'profile',
  'signIn',
  'signOut',
  'test',
  'lock',
  'settings',
  'save',
  'copy',
  'local',
] as const
export type Method = (typeof methods)[number]

/** What main tells the renderer unasked. */
export const events = ['state', 'progress', 'command'] as const
export type Event = (typeof events)[number]
