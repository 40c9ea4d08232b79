import { destinations } from './navigation.ts'

/** Every shortcut of the console; `mod` is Ctrl, on a Mac Command. */
export const shortcuts = [
  { keys: 'mod+K', words: 'palette' },
  { keys: 'mod+L', words: 'lock' },
  { keys: '?', words: 'shortcuts' },
  { keys: '/', words: 'search' },
  { keys: 'mod+R', words: 'refresh' },
  ...destinations.map(({ digit, words }) => ({ keys: `mod+${digit}`, words })),
  { keys: 'Escape', words: 'close' },
] as const
