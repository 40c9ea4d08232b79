import { KnownEvents } from './known-events.ts'

const events = ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'shutdown', 'on-ac', 'on-battery'] as const
export type PowerEvent = (typeof events)[number]

class PowerMonitor extends KnownEvents {
  onBatteryPower = false
  /** Seconds without input, as the test has set them. */
  idle = 0
  getSystemIdleTime = () => this.idle
  getSystemIdleState = (threshold: number) => (this.idle >= threshold ? 'idle' : 'active')
  isOnBatteryPower = () => this.onBatteryPower
}

export const thePower = new PowerMonitor('powerMonitor', events)

export const powerCalls = {
  firePower: (event: PowerEvent) => void thePower.emit(event, {}),
  setIdleSeconds(seconds: number) {
    thePower.idle = seconds
  },
}
