import { launch } from './launch.ts'
import type { HostOptions } from './options.ts'
import type { Records } from './records.ts'

export type Run = Records & { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Runs an app that opens no window, as for one command of its command line, and waits until it has ended. */
export async function runToEnd(options: HostOptions): Promise<Run> {
  const { records, written, ended } = launch(options)
  const { code } = await ended
  return { ...records, ...written, code }
}
