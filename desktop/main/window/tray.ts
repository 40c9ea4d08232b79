import type { Desktop, TrayMenuItem } from '../attention/background.ts'
import { trayImages } from '../attention/tray-images.ts'

/** As much of Electron as is used here. */
type Image = { setTemplateImage(isTemplate: boolean): void }
type Icon<Picture, Menu> = {
  setImage(image: Picture): void
  setTitle(title: string): void
  setToolTip(text: string): void
  setContextMenu(menu: Menu): void
  on(event: 'click', listener: () => void): unknown
  destroy(): void
}
type Item = { readonly label: string; readonly enabled: boolean; readonly click?: () => void }

type Parts<Picture extends Image, Menu> = {
  readonly createIcon: (image: Picture) => Icon<Picture, Menu>
  readonly createImage: (png: Buffer, options: { readonly scaleFactor: number }) => Picture
  readonly createMenu: (items: Item[]) => Menu
  readonly platform: NodeJS.Platform
  readonly onClick: () => void
}

const itemOf = ({ label, run }: TrayMenuItem): Item => ({ label, enabled: run !== null, ...(run && { click: run }) })

/** Shows, changes and removes the icon. On macOS the figure stands next to the mark, and a click opens the menu. */
export function createTray<Picture extends Image, Menu>(parts: Parts<Picture, Menu>): Desktop['showTray'] {
  const { createIcon, createImage, createMenu, platform, onClick } = parts
  const isMac = platform === 'darwin'
  let icon: Icon<Picture, Menu> | null = null

  function imageOf(name: keyof typeof trayImages): Picture {
    // Panels of Linux scale the image themselves.
    const scaleFactor = platform === 'linux' ? 1 : 2
    const image = createImage(Buffer.from(trayImages[isMac ? 'template' : name], 'base64'), { scaleFactor })
    if (isMac) image.setTemplateImage(true)
    return image
  }

  function open(image: Picture): Icon<Picture, Menu> {
    const opened = createIcon(image)
    if (!isMac) opened.on('click', onClick)
    return opened
  }

  return (tray) => {
    if (!tray) {
      icon?.destroy()
      icon = null
      return
    }
    const image = imageOf(tray.image)
    icon ??= open(image)
    icon.setImage(image)
    icon.setToolTip(tray.tooltip)
    icon.setContextMenu(createMenu(tray.menu.map(itemOf)))
    if (isMac) icon.setTitle(tray.title)
  }
}
