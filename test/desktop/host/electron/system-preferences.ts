import { settings } from '../main/settings.ts'

let isEnrolled = false
const answers: boolean[] = []
const asked: string[] = []

/** Only macOS has these; elsewhere Electron's object lacks them. */
function onMac(): void {
  if (process.platform !== 'darwin') throw new Error('macOS alone has Touch ID.')
}

export const systemPreferences = {
  canPromptTouchID(): boolean {
    onMac()
    return isEnrolled
  },
  async promptTouchID(reason: string): Promise<void> {
    onMac()
    asked.push(reason)
    const isConfirmed = answers.shift()
    if (isConfirmed === undefined && !settings.unattended) throw new Error('The test queued no answer for Touch ID.')
    if (!isConfirmed) throw new Error('Canceled by user.')
  },
}

export const touchIdCalls = {
  enrolTouchId(isPossible: boolean): void {
    isEnrolled = isPossible
  },
  queueTouchId: (isConfirmed: boolean) => void answers.push(isConfirmed),
  touchIdAsked: () => asked,
}
