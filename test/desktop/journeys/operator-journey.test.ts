import { beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../../harness/server.ts'
import { skipWithout } from '../../required.ts'
import { keyboard, mouse } from './hands.ts'
import { hosts } from './hosts.ts'
import { cases, play } from './journey.ts'
import type { JourneyHost } from './journey-host.ts'

/** Most other tests of screens use the mouse, so only the long lane plays the whole journey by it. */
const ways = [
  { colorScheme: 'light', by: 'a mouse', tags: ['long'], hand: mouse, ...cases.mouse },
  { colorScheme: 'dark', by: 'the keyboard alone', tags: [], hand: keyboard, ...cases.keyboard },
] as const

/** Connections to any address but that of the server. */
const strangersIn = async (stage: JourneyHost, url: string) =>
  (await stage.targets()).filter((target) => target !== new URL(url).host)

/** Has main connect to another address, which must be detected. */
function testConnection({ page }: JourneyHost, url: string): Promise<unknown> {
  const environment = { label: 'Other', colour: 'gray', isProduction: false }
  const draft = { id: null, name: 'Other desk', url, environment, caFile: null }
  return page.evaluate(`window.strongroom.test(${JSON.stringify(draft)})`)
}

describe.each(hosts)('on $host', ({ open, missing }) => {
  beforeEach(({ skip }) => skipWithout(missing, skip))

  for (const { colorScheme, by, tags, ...way } of ways)
    test(`an operator goes from first start to sign-out by ${by} in the ${colorScheme} theme; only the chosen server is contacted`, {
      timeout: 300_000,
      tags: [...tags],
    }, async () => {
      await using server = await startTestServer()
      await using stage = await open()
      await stage.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await stage.page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
      await play({ stage, server, ...way })

      expect(await stage.targets()).toContain(new URL(server.url).host)
      expect(await strangersIn(stage, server.url)).toEqual([])
      expect(await stage.complaints()).toEqual([])
      await using other = await startTestServer()
      await testConnection(stage, other.url)
      expect(await strangersIn(stage, server.url), 'the control').not.toEqual([])
    })
})
