import { t } from '../../words/words.ts'

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
      label: t('system:menu.console'),
      submenu: [
        item(t('system:menu.palette'), 'palette', 'CmdOrCtrl+K'),
        item(t('lock'), 'lock', 'CmdOrCtrl+L'),
        separator,
        item(t('settings'), '/settings'),
        separator,
        ...roles(isMac ? 'close' : 'quit'),
      ],
    },
    { label: t('system:menu.edit'), submenu: roles('undo', 'redo', 'cut', 'copy', 'paste', 'selectAll') },
    {
      label: t('system:menu.view'),
      submenu: [...roles('resetZoom', 'zoomIn', 'zoomOut'), separator, ...roles('togglefullscreen')],
    },
    ...(isMac ? roles('windowMenu') : []),
    {
      label: t('system:menu.help'),
      submenu: [item(t('shortcuts'), '/shortcuts', shortcutsKey(isMac)), item(t('system:menu.about'), '/about')],
    },
  ]
}
