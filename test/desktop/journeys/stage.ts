import type { Page } from 'playwright-core'

/** What a journey needs of the host it is played on; all else it does in the page, as a person would. */
export type Stage = AsyncDisposable & {
  readonly page: Page
  readonly userData: string
  /** Copies a text somewhere else on this machine. */
  copy(text: string): Promise<void>
  copied(): Promise<string>
  /** The file that the next question for one is answered with. */
  chooseTarget(file: string): Promise<void>
  /** Where the main process has connected to so far, as `host:port`. */
  targets(): Promise<readonly string[]>
  /** What went wrong without anybody having to see it. */
  complaints(): readonly string[]
}
