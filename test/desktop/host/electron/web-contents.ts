import { browser } from '../main/link.ts'
import { KnownEvents } from './known-events.ts'
import { only } from './only.ts'
import { type OpenHandler, windowOf } from './open-windows.ts'
import { defaultSession } from './session.ts'
import { createFrame, type Frame } from './web-frame.ts'

const events = [
  'dom-ready',
  'did-finish-load',
  'did-navigate',
  'did-navigate-in-page',
  'will-navigate',
  'will-frame-navigate',
  'preload-error',
  'input-event',
  'render-process-gone',
  'unresponsive',
  'responsive',
  'destroyed',
]
const neverHere = [
  'will-attach-webview',
  'will-redirect',
  'context-menu',
  'select-bluetooth-device',
  'certificate-error',
  'zoom-changed',
  'devtools-opened',
]

export class WebContents extends KnownEvents {
  readonly id: number
  readonly session = defaultSession
  readonly mainFrame: Frame
  readonly hostWebContents = null
  private factor = 1
  address = ''
  destroyed = false
  openHandler: OpenHandler = () => ({ action: 'allow' })

  constructor(id: number) {
    super('webContents', events, neverHere)
    this.id = id
    this.mainFrame = createFrame(() => this.address)
    // biome-ignore lint/correctness/noConstructorReturn: the guarded object is the one everybody must hold.
    return only('webContents', this)
  }

  getURL = () => this.address
  isDestroyed = () => this.destroyed
  getOwnerBrowserWindow = () => windowOf(this.id) ?? null
  setVisualZoomLevelLimits = async () => {}
  focus = () => windowOf(this.id)?.focus()
  reload = () => void browser.reload(this.id)
  forcefullyCrashRenderer = () => void browser.crash(this.id)

  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    structuredClone(args)
    void browser.send(this.id, channel, args)
  }

  get zoomFactor(): number {
    return this.factor
  }
  set zoomFactor(factor: number) {
    this.factor = factor
    void browser.setZoom(this.id, factor)
  }
  /** Steps of 20 %, as in Electron. */
  get zoomLevel(): number {
    return Math.log(this.factor) / Math.log(1.2)
  }
  set zoomLevel(level: number) {
    this.zoomFactor = 1.2 ** level
  }
  getZoomFactor = () => this.zoomFactor
  getZoomLevel = () => this.zoomLevel

  setZoomFactor(factor: number): void {
    this.zoomFactor = factor
  }

  setZoomLevel(level: number): void {
    this.zoomLevel = level
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
}
