import { destinations } from './navigation.ts'

/** Every shortcut of the console by where it works; `mod` is Ctrl, on a Mac Command. */
export const shortcuts = {
  everywhere: [
    { keys: ['mod+K'], words: 'palette' },
    { keys: ['mod+L'], words: 'lock' },
    { keys: ['mod+R'], words: 'refresh' },
    { keys: ['/', 'mod+F'], words: 'search' },
    { keys: ['Escape'], words: 'close' },
    { keys: ['?'], words: 'shortcuts' },
  ],
  screens: destinations.map(({ digit, words }) => ({ keys: [`mod+${digit}`], words })),
  wallets: [
    { keys: ['Down', 'Up'], words: 'row' },
    { keys: ['PageDown', 'PageUp'], words: 'page' },
    { keys: ['Home', 'End'], words: 'ends' },
    { keys: ['Right', 'Left'], words: 'inside' },
    { keys: ['Enter'], words: 'open' },
    { keys: ['mod+C'], words: 'copy' },
  ],
} as const
