import type { Page } from 'playwright-core'

/** How a run of the program ended, and what it printed. */
export type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** What a journey needs of the host it is played on; all else it does in the page, as a person would. */
export type JourneyHost = AsyncDisposable & {
  readonly page: Page
  readonly userData: string
  /** Copies a text somewhere else on this machine. */
  copy(text: string): Promise<void>
  copied(): Promise<string>
  /** The file that the next question for one to write is answered with. */
  chooseTarget(file: string): Promise<void>
  /** The file that the next question for files to read is answered with. */
  chooseFile(file: string): Promise<void>
  /** The button, by its index, that is pressed in the next message. */
  chooseButton(index: number): Promise<void>
  /** The messages shown so far. */
  messages(): Promise<readonly string[]>
  /** Runs the program with a command, as a terminal does, while this console is open. */
  command(...args: readonly string[]): Promise<Run>
  /** Starts the program once more, as from the desktop's menu, and waits until that process has ended. */
  startAgain(): Promise<Run>
  hideWindow(): Promise<void>
  isWindowVisible(): Promise<boolean>
  /** The system reports that it goes to sleep. */
  fallAsleep(): Promise<void>
  /** Ends the process of the page; answers how to read the page that is loaded in its place. */
  crashPage(): Promise<{ text(): Promise<string> }>
  /** Asks the console to quit, as its menu does. */
  quit(): Promise<void>
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Where the main process has connected to so far, as `host:port`. */
  targets(): Promise<readonly string[]>
  /** What went wrong without anybody having to see it: in the page, in main, and on standard error. */
  complaints(): Promise<readonly string[]>
}

export type JourneyHostOptions = {
  /** A folder that stays, for a second start. */
  readonly userData?: string
  /** A server it knows; left out, it starts with none. */
  readonly url?: string
  readonly env?: NodeJS.ProcessEnv
}
