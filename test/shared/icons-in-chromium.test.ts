import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOfIcon } from '../../shared/network-icon.ts'
import { type Visit, visit } from '../harness/browser.ts'
import { dataUri, heaviest, svg, useBomb } from './icons.ts'

let open: Visit
beforeEach(async () => {
  open = await visit('about:blank')
})
afterEach(() => open[Symbol.asyncDispose]())

const uriOf = (image: string | Buffer) => dataUri(typeof image === 'string' ? 'svg+xml' : 'png', image)

/** Shows an icon as the console does, in as many rows as fill its window; resolves once they are drawn. */
const show = (icon: string): Promise<unknown> =>
  open.page.evaluate(`(async () => {
    const images = Array.from({ length: 20 }, () => Object.assign(new Image(18, 18), { src: ${JSON.stringify(icon)} }))
    document.body.append(...images)
    await Promise.all(images.map((image) => image.decode()))
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return images.every(({ naturalWidth }) => naturalWidth > 0)
  })()`)

/** Long enough for every icon that passes, several times over; the bomb would hold the page for minutes. */
const patience = 4_000

const isDrawn = (icon: string) =>
  Promise.race([show(icon).catch(() => 'gone'), setTimeout(patience, 'frozen', { ref: false })])

test.each(Object.entries(heaviest))('an icon at the limits is drawn: %s', async (_, image) => {
  expect(faultOfIcon(uriOf(image))).toBeNull()
  expect(await show(uriOf(image))).toBe(true)
  expect(open.complaints).toEqual([])
})

test.each([
  ['png', 1],
  ['webp', 0.5],
  ['webp', 1],
])('an image that Chromium writes as %s, quality %d, is refused from 513 pixels on', async (type, quality) => {
  const written = (side: number) =>
    open.page.evaluate(
      `Object.assign(document.createElement('canvas'), { width: ${side}, height: ${side} }).toDataURL('image/${type}', ${quality})`,
    ) as Promise<string>
  expect(faultOfIcon(await written(512))).toBeNull()
  expect(faultOfIcon(await written(513))).toBe('has 513 x 513 pixels, may have at most 512 a side')
})

test('a bomb of <use> is refused, and would freeze a page (control)', async () => {
  expect(await isDrawn(uriOf(svg('<rect width="9" height="9"/>')))).toBe(true)
  const bomb = uriOf(useBomb(6))
  expect(faultOfIcon(bomb)).toContain('has a <use> element')
  expect(await isDrawn(bomb)).toBe('frozen')
})
