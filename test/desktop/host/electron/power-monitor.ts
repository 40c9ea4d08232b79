import { KnownEvents } from './known-events.ts'

const events = ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'shutdown', 'on-ac', 'on-battery'] as const
export type PowerEvent = (typeof events)[number]

/** As docs/api/power-monitor.md has it. */
const notOn: Partial<Record<NodeJS.Platform, readonly PowerEvent[]>> = {
  linux: ['lock-screen', 'unlock-screen', 'on-ac', 'on-battery'],
  win32: ['shutdown'],
}

class PowerMonitor extends KnownEvents {
  onBatteryPower = false
  /** Seconds without input, as the test has set them. */
  idle = 0
  getSystemIdleTime = () => this.idle
  /** An X server reports its screen saver (display::Screen::IsScreenSaverActive in Chromium). */
  hasScreenSaver = false
  getSystemIdleState = (threshold: number) =>
    this.hasScreenSaver ? 'locked' : this.idle >= threshold ? 'idle' : 'active'
  isOnBatteryPower = () => this.onBatteryPower
}

export const thePower = new PowerMonitor('powerMonitor', events)

export const powerCalls = {
  firePower(event: PowerEvent): void {
    const [notHere] = notOn[process.platform]?.filter((one) => one === event) ?? []
    if (notHere) throw new Error(`Electron has no ${notHere} on ${process.platform}.`)
    thePower.emit(event, {})
  },
  setScreenSaver(isOn: boolean) {
    thePower.hasScreenSaver = isOn
  },
  setIdleSeconds(seconds: number) {
    thePower.idle = seconds
  },
}
