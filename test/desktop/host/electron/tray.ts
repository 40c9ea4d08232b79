import { KnownEvents } from './known-events.ts'
import type { Menu, MenuEntry } from './menu.ts'
import type { NativeImage } from './native-image.ts'
import { only } from './only.ts'
import { readiness } from './ready.ts'

/** An icon as a test sees it; the image in base64. */
export type TrayView = {
  readonly image: string
  readonly scaleFactor: number
  readonly isTemplate: boolean
  readonly title: string
  readonly tooltip: string
  readonly menu: readonly MenuEntry[]
}

let shown: Tray | null = null

export class Tray extends KnownEvents {
  private image: NativeImage
  private title = ''
  private tooltip = ''
  private menu: Menu | null = null

  constructor(image: NativeImage) {
    readiness.need('Cannot create Tray before app is ready')
    super('Tray', ['click'])
    this.image = image
    const guarded = only('Tray', this)
    if (shown) throw new Error('The console has two icons in the tray.')
    shown = guarded
    // biome-ignore lint/correctness/noConstructorReturn: the guarded object is the one everybody must hold.
    return guarded
  }

  setImage(image: NativeImage): void {
    this.image = image
  }

  setTitle(title: string): void {
    if (process.platform !== 'darwin') throw new Error('macOS alone has Tray.setTitle.')
    this.title = title
  }

  setToolTip(tooltip: string): void {
    this.tooltip = tooltip
  }

  setContextMenu(menu: Menu): void {
    this.menu = menu
  }

  destroy(): void {
    shown = null
  }

  view(): TrayView {
    const { png, scaleFactor, isTemplate } = this.image
    const { title, tooltip } = this
    return {
      image: png.toString('base64'),
      scaleFactor,
      isTemplate,
      title,
      tooltip,
      menu: this.menu?.describe() ?? [],
    }
  }

  choose(label: string): void {
    const item = this.menu?.items.find((one) => one.isCalled(label))
    if (!item) throw new Error(`The tray has no menu item ${label}.`)
    item.click()
  }
}

const theTray = (): Tray => {
  if (!shown) throw new Error('There is no icon in the tray.')
  return shown
}

export const trayCalls = {
  tray: () => shown?.view() ?? null,
  clickTray: () => void theTray().emit('click', {}),
  chooseInTray: (label: string) => theTray().choose(label),
}
