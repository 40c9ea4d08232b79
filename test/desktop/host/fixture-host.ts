import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { type Host, startHost } from './start.ts'

export const fixture = fileURLToPath(new URL('./fixture', import.meta.url))

/** A folder of the test file's own, gone after it. */
export function freshUserData(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'))
  afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))
  return folder
}

/** The small app of `fixture/`, running on a host for the whole test file. */
export function openFixture() {
  const userData = freshUserData()
  let host: Host
  beforeAll(async () => {
    host = await startHost({ appDir: fixture, userData })
  })
  afterAll(() => host.close())
  const inPage = (script: string) => host.page.evaluate(script)
  return {
    host: () => host,
    userData,
    inPage,
    /** Has the page ask main over the bridge. */
    invoke: (channel: string, ...args: unknown[]) => inPage(`fixture.invoke('${channel}', ...${JSON.stringify(args)})`),
  }
}
