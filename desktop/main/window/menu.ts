type Role =
  | 'appMenu'
  | 'windowMenu'
  | 'close'
  | 'quit'
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'selectAll'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'

/** As much of Electron's menu template as is used here. */
type Item = {
  readonly role?: Role
  readonly type?: 'separator'
  readonly label?: string
  readonly accelerator?: string
  readonly registerAccelerator?: boolean
  readonly click?: () => void
  readonly submenu?: Item[]
}

const roles = (...names: readonly Role[]): Item[] => names.map((role) => ({ role }))

const separator: Item = { type: 'separator' }

/** The page listens for these itself. On a Mac a menu takes what it names, a `?` that is typed into a field too. */
const shortcutsKey = (isMac: boolean) => (isMac ? undefined : '?')

/** The menu of the system; what it does in the page goes there as a command. */
export function menuTemplate(isMac: boolean, send: (command: string) => void): Item[] {
  const item = (label: string, command: string, accelerator?: string): Item => ({
    label,
    // The page listens for its own shortcuts; the menu only names them.
    ...(accelerator && { accelerator, registerAccelerator: false }),
    click: () => send(command),
  })
  return [
    ...(isMac ? roles('appMenu') : []),
    {
      label: '&Console',
      submenu: [
        item('Command palette', 'palette', 'CmdOrCtrl+K'),
        item('Lock', 'lock', 'CmdOrCtrl+L'),
        separator,
        item('Settings', '/settings'),
        separator,
        ...roles(isMac ? 'close' : 'quit'),
      ],
    },
    { label: '&Edit', submenu: roles('undo', 'redo', 'cut', 'copy', 'paste', 'selectAll') },
    { label: '&View', submenu: [...roles('resetZoom', 'zoomIn', 'zoomOut'), separator, ...roles('togglefullscreen')] },
    ...(isMac ? roles('windowMenu') : []),
    {
      label: '&Help',
      submenu: [item('Shortcuts', '/shortcuts', shortcutsKey(isMac)), item('About Strongroom', '/about')],
    },
  ]
}
