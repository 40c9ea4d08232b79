import type { Page } from 'playwright-core'

/** All that the page holds: its document, what stands in its fields, its storage and its address. */
const everything = `JSON.stringify([
  document.documentElement.outerHTML,
  [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
  Object.entries(localStorage),
  Object.entries(sessionStorage),
  location.href,
  document.cookie,
])`

/** Whether a text is anywhere in the page. */
export const isInPage = async (page: Page, text: string): Promise<boolean> =>
  ((await page.evaluate(everything)) as string).includes(text)
