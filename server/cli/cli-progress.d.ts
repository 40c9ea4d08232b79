/** The part of cli-progress that is used here; the package brings no types. */
declare module 'cli-progress' {
  type Options = { format: string; stream: NodeJS.WritableStream; hideCursor: boolean; clearOnComplete: boolean }

  export class SingleBar {
    constructor(options: Options)
    start(total: number, startValue: number, payload: Readonly<Record<string, string>>): void
    update(current: number, payload: Readonly<Record<string, string>>): void
    stop(): void
  }
}
