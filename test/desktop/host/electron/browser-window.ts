import { browser } from '../main/link.ts'
import { settings } from '../main/settings.ts'
import { theApp } from './app.ts'
import { isPrevented, KnownEvents } from './known-events.ts'
import { only } from './only.ts'
import { addWindow, type OpenWindow, openWindows, removeWindow, type WindowOptions, windowOf } from './open-windows.ts'
import { readiness } from './ready.ts'
import { WebContents } from './web-contents.ts'

const events = [
  'ready-to-show',
  'show',
  'hide',
  'focus',
  'close',
  'closed',
  'resize',
  'maximize',
  'unmaximize',
  'minimize',
  'restore',
]
const neverHere = [
  'blur',
  'page-title-updated',
  'move',
  'moved',
  'resized',
  'enter-full-screen',
  'leave-full-screen',
  'unresponsive',
  'responsive',
  'session-end',
]

let count = 0

export class BrowserWindow extends KnownEvents implements OpenWindow {
  readonly id = ++count
  readonly webContents: WebContents
  readonly options: WindowOptions
  private visible: boolean
  private minimized = false
  private isDrawn = false
  private maximized = false
  private bounds: { x: number; y: number; width: number; height: number }
  private gone = false

  constructor(options: WindowOptions = {}) {
    readiness.need('Cannot create BrowserWindow before app is ready')
    super('BrowserWindow', events, neverHere)
    this.options = options
    this.visible = options.show ?? true
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.webContents = new WebContents(this.id)
    const guarded = only('BrowserWindow', this)
    addWindow(guarded)
    const { width, height } = this.bounds
    const { preload, additionalArguments = [] } = options.webPreferences ?? {}
    void browser.openWindow(this.id, { width, height, additionalArguments, ...(preload && { preload }) })
    theApp.emit('web-contents-created', {}, this.webContents)
    // biome-ignore lint/correctness/noConstructorReturn: the guarded object is the one everybody must hold.
    return guarded
  }

  static getAllWindows = openWindows
  static getFocusedWindow = () => openWindows().find((window) => window.isFocused()) ?? null
  static fromId = (id: number) => windowOf(id) ?? null
  static fromWebContents = ({ id }: WebContents) => windowOf(id) ?? null

  isDestroyed = () => this.gone
  isVisible = () => this.visible
  isFocused = () => this.visible && !this.minimized && !this.gone
  isMinimized = () => this.minimized
  isMaximized = () => this.maximized
  getBounds = () => ({ ...this.bounds })
  getNormalBounds = () => ({ ...this.bounds })

  loadURL(url: string): Promise<void> {
    return browser.load(this.id, url)
  }

  /** A minimised window is shown where it is: in the task bar. */
  show(): void {
    const isWithheld = settings.readyAfterShow && this.isDrawn && !this.visible
    this.visible = true
    this.emit('show')
    this.focus()
    if (isWithheld) this.emit('ready-to-show')
  }

  /** The page can be painted; the window system decides whether a hidden window is notified. */
  drawn(): void {
    this.isDrawn = true
    if (this.visible || !settings.readyAfterShow) this.emit('ready-to-show')
  }

  minimize(): void {
    this.minimized = true
    this.emit('minimize')
  }

  restore(): void {
    this.minimized = false
    this.emit('restore')
  }

  hide(): void {
    this.visible = false
    this.emit('hide')
  }

  focus(): void {
    void browser.focus(this.id)
    this.emit('focus')
  }

  maximize(): void {
    this.maximized = true
    this.emit('maximize')
  }

  unmaximize(): void {
    this.maximized = false
    this.emit('unmaximize')
  }

  setBounds(bounds: Partial<{ x: number; y: number; width: number; height: number }>): void {
    this.bounds = { ...this.bounds, ...bounds }
    void browser.resize(this.id, this.bounds.width, this.bounds.height)
    this.emit('resize')
  }

  close(): void {
    if (!this.gone && !isPrevented(this, 'close')) this.destroy()
  }

  destroy(): void {
    if (this.gone) return
    this.gone = true
    this.webContents.destroyed = true
    removeWindow(this.id)
    void browser.closeWindow(this.id)
    this.webContents.emit('destroyed')
    this.emit('closed')
    theApp.windowClosed()
  }
}
