/** What the tray and the notifications of the system say; the entries themselves are those of the home. */
export const attention = {
  status: {
    off: 'not checking',
    locked: 'locked',
    signedOut: 'not signed in',
    reading: 'checking',
    failed: 'could not check what needs attention',
  },
  menu: { open: 'Open Strongroom', check: 'Check now', quit: 'Quit' },
  added: '{{count, number}} new items need attention',
  unlockFirst: 'Unlock the console to see what it is.',
} as const
