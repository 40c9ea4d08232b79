/** What the test's process tells the app's process at its start. */
export type Settings = {
  /** Folder with the app's package.json and bundle. */
  readonly appDir: string
  readonly userData: string
  readonly args: readonly string[]
  readonly packaged: boolean
  /** What `process.platform` says in main; Node itself stays that of this machine. */
  readonly platform: NodeJS.Platform
  /** `ready-to-show` comes after `show()` only, as on several Wayland compositors (electron/electron#48859). */
  readonly readyAfterShow: boolean
  readonly colorScheme: 'light' | 'dark'
  /** What the system prefers, as `de-AT`. */
  readonly languages: readonly string[]
  /** No answers are queued: every dialog is cancelled, and what would leave for the system is printed. */
  readonly unattended: boolean
}

export const settings = JSON.parse(process.argv[2] as string) as Settings
