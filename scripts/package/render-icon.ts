// Renders desktop/resources/icons from icon.svg with the Chromium of this machine; run by hand when the drawing changes.
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const resources = new URL('../../desktop/resources/', import.meta.url)
const icons = fileURLToPath(new URL('icons/', resources))
const drawing = readFileSync(new URL('icon.svg', resources)).toString('base64')
/** Pixels; 1024 is what macOS and Windows scale theirs from. */
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

mkdirSync(icons, { recursive: true })
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
for (const size of sizes) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0}img{display:block;width:${size}px}</style><img src="data:image/svg+xml;base64,${drawing}">`,
  )
  await page.screenshot({ path: `${icons}/${size}x${size}.png`, omitBackground: true })
}
await browser.close()
