import type { Page } from 'playwright-core'

/** What stands in a page: the marks of the payloads that are shown, and what no text should have become. */
export type Look = { readonly marks: readonly number[]; readonly faults: readonly string[] }

/**
 * Runs in the page. Looks through everything that is drawn while it scrolls the regions that match, so that rows which
 * are drawn only in sight are seen too.
 */
const look = `async (selector) => {
  const [marks, faults] = [new Set(), new Set()]
  const forbidden = 'iframe, frame, object, embed, applet, base, form[action], meta[http-equiv], audio, video, source, ' +
    'track, portal, math, marquee, dialog, template, noscript, image, foreignObject, use, animate, set, svg a, svg image, ' +
    'svg style, body *:not(span) > link, xss, b'
  const unseen = /[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u3164\\uffa0]/u
  const carriers = ['title', 'aria-label', 'alt', 'placeholder', 'aria-description', 'aria-valuetext']
  const short = (text) => JSON.stringify(text.slice(0, 120))
  const isOwn = (address) => address === '' || address.startsWith('#') || new URL(address, location.href).origin === location.origin
  const fault = (what, node) => faults.add(what + ' ' + short(node.outerHTML ?? node.textContent ?? ''))

  function lookAtText(text, where) {
    for (const [, number] of text.matchAll(/~p(\\d+)~/g)) marks.add(Number(number))
    const found = unseen.exec(text)
    if (found) faults.add('U+' + found[0].codePointAt(0).toString(16) + ' unseen in ' + where + ' ' + short(text.slice(Math.max(0, found.index - 20))))
  }

  function lookAtElement(element) {
    const name = element.localName
    if (element.matches(forbidden)) fault('forbidden element', element)
    if (name === 'script' && (element.textContent !== '' || !isOwn(element.src))) fault('script', element)
    if (name === 'style' && !element.nonce) fault('style without nonce', element)
    if (name === 'link' && !isOwn(element.href)) fault('link', element)
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'srcdoc' || name === 'formaction') fault('attribute ' + name, element)
      const isImage = element.localName === 'img' && name === 'src' && /^data:image\\/(png|webp|svg\\+xml);base64,/.test(value)
      if (['href', 'src', 'xlink:href', 'action', 'data', 'poster', 'ping'].includes(name) && !isImage && !isOwn(value)) fault('address', element)
      if (name === 'style' && /url\\(|expression|@import/i.test(value)) fault('style', element)
      if (carriers.includes(name)) lookAtText(value, name)
    }
  }

  function lookOnce() {
    for (const element of document.querySelectorAll('*')) lookAtElement(element)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!['script', 'style'].includes(node.parentElement.localName)) lookAtText(node.textContent.replace(/[\\n]/g, ' '), node.parentElement.localName)
    // Chunks of one text are several nodes, so the marks are looked for in the whole as well.
    for (const [, number] of document.body.textContent.matchAll(/~p(\\d+)~/g)) marks.add(Number(number))
  }

  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
  lookOnce()
  for (const region of selector ? document.querySelectorAll(selector) : []) {
    region.scrollTop = 0
    for (let before = -1; region.scrollTop !== before; ) {
      await frame()
      await frame()
      lookOnce()
      before = region.scrollTop
      region.scrollTop += Math.max(40, region.clientHeight * 0.8)
      await frame()
    }
  }
  if ({}.polluted !== undefined) faults.add('the prototype of objects was polluted')
  return { marks: [...marks], faults: [...faults] }
}`

/** Looks through the page; `scrolled` names the regions to scroll to their end. */
export const lookThrough = (page: Page, scrolled = ''): Promise<Look> =>
  page.evaluate(`(${look})(${JSON.stringify(scrolled)})`)
