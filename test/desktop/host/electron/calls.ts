import { appCalls } from './app.ts'
import { clipboardCalls } from './clipboard.ts'
import { dialogCalls } from './dialog.ts'
import { ipcCalls } from './ipc-main.ts'
import { menuCalls } from './menu.ts'
import { themeCalls } from './native-theme.ts'
import { notificationCalls } from './notification.ts'
import { pageCalls } from './page-events.ts'
import { powerCalls } from './power-monitor.ts'
import { protocolCalls } from './protocol.ts'
import { sessionCalls } from './session.ts'
import { shellCalls } from './shell.ts'
import { touchIdCalls } from './system-preferences.ts'
import { trayCalls } from './tray.ts'
import { webRequestCalls } from './web-request.ts'

/** All that the test's process may ask of the app's process. */
export const calls = {
  ...appCalls,
  ...clipboardCalls,
  ...dialogCalls,
  ...ipcCalls,
  ...menuCalls,
  ...notificationCalls,
  ...pageCalls,
  ...powerCalls,
  ...protocolCalls,
  ...sessionCalls,
  ...shellCalls,
  ...themeCalls,
  ...touchIdCalls,
  ...trayCalls,
  ...webRequestCalls,
}

export type MainCalls = typeof calls
