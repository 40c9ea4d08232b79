import type { Remote } from './channel.ts'
import type { MainCalls } from './electron/calls.ts'

/** What a person, the desktop or a hostile renderer does to the app, and what it left with the system. */
export function createControl(main: Remote<MainCalls>) {
  return {
    clipboard: { read: main.readClipboard, write: main.writeClipboard },
    /** What X11 and Wayland call PRIMARY: the text that was selected last. */
    selection: { read: main.readSelection, write: main.writeSelection },
    dialogs: { queue: main.queueDialog, asked: main.dialogsAsked },
    menu: {
      /** The application menu as data. */
      entries: main.menu,
      click: (...path: string[]) => main.clickMenu(path),
      press: main.pressAccelerator,
    },
    power: { fire: main.firePower, setIdleSeconds: main.setIdleSeconds, setScreenSaver: main.setScreenSaver },
    tray: { view: main.tray, click: main.clickTray, choose: main.chooseInTray },
    notifications: { shown: main.notifications, click: main.clickNotification },
    touchId: { enrol: main.enrolTouchId, queue: main.queueTouchId, asked: main.touchIdAsked },
    theme: { setSystem: main.setSystemTheme },
    shell: { records: main.shellRecords },
    permissions: { ask: main.permission },
    ipc: { forge: main.forge, channels: main.channels },
    session: { checksSpelling: main.checksSpelling },
    window: {
      close: () => main.closeWindow(1),
      reload: () => main.reload(1),
      becomeUnresponsive: () => main.becomeUnresponsive(1),
      becomeResponsive: () => main.becomeResponsive(1),
      options: () => main.windowOptions(1),
      state: () => main.windowState(1),
      putAway: (how: 'minimize' | 'hide') => main.putAway(1, how),
    },
    app: { about: main.aboutApp, quit: main.quit, activate: main.activate, secondInstance: main.secondInstance },
  }
}

export type Control = ReturnType<typeof createControl>
