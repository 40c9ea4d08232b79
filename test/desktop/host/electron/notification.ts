import { KnownEvents } from './known-events.ts'
import { only } from './only.ts'
import { readiness } from './ready.ts'

type Options = { readonly title?: string; readonly body?: string }

/** A notification as a test sees it. */
export type NotificationView = Required<Options>

const shown: Notification[] = []

export class Notification extends KnownEvents {
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: Options = {}) {
    readiness.need('Cannot create Notification before app is ready')
    super('Notification', ['click', 'close'])
    this.title = title
    this.body = body
    // biome-ignore lint/correctness/noConstructorReturn: the guarded object is the one everybody must hold.
    return only('Notification', this)
  }

  static isSupported = () => true

  show(): void {
    shown.push(this)
  }
}

export const notificationCalls = {
  notifications: (): NotificationView[] => shown.map(({ title, body }) => ({ title, body })),
  /** As a person does, after which the system takes it away. */
  clickNotification(index: number): void {
    shown[index]?.emit('click', {})
    shown[index]?.emit('close', {})
  },
}
