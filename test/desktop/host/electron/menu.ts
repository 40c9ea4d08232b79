import { sameAccelerator } from './accelerator.ts'
import { BrowserWindow } from './browser-window.ts'
import { actAs } from './menu-role.ts'
import { only } from './only.ts'

export type Template = {
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly id?: string
  readonly accelerator?: string
  readonly registerAccelerator?: boolean
  readonly enabled?: boolean
  readonly visible?: boolean
  readonly checked?: boolean
  readonly click?: (item: Item, window: unknown, event: object) => void
  readonly submenu?: readonly Template[] | Menu
  readonly [name: string]: unknown
}
/** A menu item as a test sees it. */
export type MenuEntry = Omit<Template, 'click' | 'submenu'> & { readonly label: string; readonly submenu?: MenuEntry[] }

export class Item {
  readonly template: Template
  readonly label: string
  readonly submenu: Menu | undefined
  enabled: boolean
  visible: boolean
  checked: boolean

  constructor(template: Template) {
    this.template = template
    this.label = template.label ?? template.role ?? ''
    this.submenu =
      template.submenu && (template.submenu instanceof Menu ? template.submenu : new Menu(template.submenu))
    this.enabled = template.enabled ?? true
    this.visible = template.visible ?? true
    this.checked = template.checked ?? false
  }

  click(): void {
    if (!this.enabled) throw new Error(`The menu item '${this.label}' is disabled.`)
    if (this.template.type === 'checkbox') this.checked = !this.checked
    if (this.template.role) actAs(this.template.role)
    else this.template.click?.(this, BrowserWindow.getFocusedWindow(), {})
  }

  /** `&` marks a letter for the keyboard and is not part of the name. */
  isCalled(name: string): boolean {
    return this.label.replaceAll('&', '') === name.replaceAll('&', '')
  }

  answersTo(accelerator: string): boolean {
    const { accelerator: own, registerAccelerator = true } = this.template
    // macOS registers each, even where the template says not to (electron.d.ts, `registerAccelerator`).
    const isRegistered = registerAccelerator || process.platform === 'darwin'
    return Boolean(own && isRegistered && sameAccelerator(own, accelerator))
  }

  describe(): MenuEntry {
    const { click, submenu, ...kept } = this.template
    const state = { enabled: this.enabled, visible: this.visible, checked: this.checked }
    return { ...kept, ...state, label: this.label, ...(this.submenu && { submenu: this.submenu.describe() }) }
  }
}

export class Menu {
  readonly items: Item[]

  constructor(templates: readonly Template[] = []) {
    this.items = templates.map((template) => new Item(template))
  }

  all = (): Item[] => this.items.flatMap((item) => [item, ...(item.submenu?.all() ?? [])])
  describe = (): MenuEntry[] => this.items.map((item) => item.describe())
  getMenuItemById = (id: string) => this.all().find((item) => item.template.id === id) ?? null

  static buildFromTemplate = (templates: readonly Template[]) => only('Menu', new Menu(templates))
  static getApplicationMenu = () => applicationMenu

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }
}

let applicationMenu: Menu | null = null

function itemAt(path: readonly string[]): Item {
  const [first, ...rest] = path
  const item = rest.reduce(
    (at, label) => at?.submenu?.items.find((inner) => inner.isCalled(label)),
    applicationMenu?.items.find((outer) => outer.isCalled(first ?? '')),
  )
  if (!item) throw new Error(`There is no menu item ${path.join(' > ')}.`)
  return item
}

export const menuCalls = {
  menu: () => applicationMenu?.describe() ?? null,
  clickMenu: (path: string[]) => itemAt(path).click(),
  pressAccelerator(accelerator: string): void {
    const item = applicationMenu?.all().find((one) => one.answersTo(accelerator))
    if (!item) throw new Error(`No menu item registers the accelerator ${accelerator}.`)
    item.click()
  },
}
