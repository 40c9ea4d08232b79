import { browser } from '../main/link.ts'
import { isPrevented, KnownEvents } from './known-events.ts'
import { only } from './only.ts'
import { windowOf } from './open-windows.ts'
import { protocol } from './protocol.ts'
import { webRequest } from './web-request.ts'

type RequestHandler = (
  ...[contents, permission, answer, details]: [unknown, string, (granted: boolean) => void, object]
) => void
type CheckHandler = (...[contents, permission, origin, details]: [unknown, string, string, object]) => boolean
type DeviceHandler = (details: object) => boolean

class Session extends KnownEvents {
  readonly protocol = only('protocol', protocol)
  readonly webRequest = only('webRequest', webRequest)
  requestHandler: RequestHandler = (_contents, _permission, answer) => answer(true)
  checkHandler: CheckHandler = () => true
  deviceHandler: DeviceHandler = () => false

  setDisplayMediaRequestHandler = () => {}
  /** On unless it is turned off, as in Electron. */
  checksSpelling = true
  clearCache = async () => {}
  clearStorageData = () => browser.clearStorage()

  setSpellCheckerEnabled(isOn: boolean): void {
    this.checksSpelling = isOn
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.requestHandler = handler
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.checkHandler = handler
  }

  setDevicePermissionHandler(handler: DeviceHandler): void {
    this.deviceHandler = handler
  }
}

export const defaultSession = only('session.defaultSession', new Session('session', ['will-download']))

export const sessionCalls = {
  checksSpelling: () => defaultSession.checksSpelling,
  /** Whether Chromium's download goes on, as the app's will-download decides. */
  isDownloadPrevented(windowId: number, { url, filename }: { url: string; filename: string }): boolean {
    const item = { getURL: () => url, getFilename: () => filename, cancel() {}, setSavePath() {}, on() {}, once() {} }
    return isPrevented(defaultSession, 'will-download', [
      {},
      only('DownloadItem', item),
      windowOf(windowId)?.webContents,
    ])
  },
  /** Asks the app's handlers, as Electron would when the page asks. Chromium itself is granted nothing here. */
  async permission(permission: string, origin: string) {
    const contents = windowOf(1)?.webContents ?? null
    const asked = new Promise<boolean>((resolve) =>
      defaultSession.requestHandler(contents, permission, resolve, { requestingUrl: origin, isMainFrame: true }),
    )
    return {
      requested: await asked,
      checked: defaultSession.checkHandler(contents, permission, origin, { isMainFrame: true }),
      device: defaultSession.deviceHandler({ deviceType: permission, origin, device: {} }),
    }
  },
}
