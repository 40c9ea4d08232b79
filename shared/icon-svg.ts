import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { isBoundedGeometry, isBoundedLength, isBoundedTransform, isIconSide, isIconViewBox } from './icon-geometry.ts'

// Node and browsers have it; the type libraries that `shared` is checked with do not.
declare const TextDecoder: new (label: 'utf-8', options: { fatal: true }) => { decode(bytes: Uint8Array): string }

/**
 * What an icon may be drawn with. Nothing here repeats other elements (`use`, `pattern`, `mask`), works on pixels
 * (`filter`, `image`) or holds another language (`style`, `script`, `foreignObject`): the work to draw an icon is then
 * bounded by its size.
 */
const allowedElements = new Set([
  'svg',
  'g',
  'defs',
  'path',
  'rect',
  'circle',
  'polygon',
  'text',
  'clipPath',
  'linearGradient',
  'radialGradient',
  'stop',
])

const geometry = new Set(['d', 'points'])
const lengths = new Set([
  'width',
  'height',
  'x',
  'y',
  'rx',
  'ry',
  'cx',
  'cy',
  'r',
  'x1',
  'y1',
  'x2',
  'y2',
  'fx',
  'fy',
  'stroke-width',
  'stroke-miterlimit',
  'font-size',
])
const references = new Set(['href', 'xlink:href'])
const otherAttributes = new Set([
  'version',
  'id',
  'class',
  'role',
  'focusable',
  'aria-hidden',
  'aria-label',
  'xml:space',
  'viewBox',
  'preserveAspectRatio',
  'transform',
  'clip-path',
  'clip-rule',
  'clipPathUnits',
  'fill',
  'fill-rule',
  'fill-opacity',
  'color',
  'opacity',
  'font-family',
  'font-weight',
  'text-anchor',
  'stroke',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'offset',
  'stop-color',
  'stop-opacity',
  'spreadMethod',
  'gradientUnits',
  'gradientTransform',
])

const namespaces: Readonly<Record<string, string>> = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
}

const mostElements = 200
/** Characters of path data and points in all. */
const mostGeometry = 8_192
/** Each clip is applied with all its geometry. */
const mostClips = 8
/** The initial of a network; each character costs what a font makes of it. */
const mostTextCharacters = 4
/** Of an attribute other than geometry. */
const longestValue = 256

class Refused extends Error {}

const refuse = (reason: string): never => {
  throw new Refused(reason)
}

const harmlessFunction =
  /\b(?:(?:rgba?|hsla?|matrix|translate|scale|rotate|skewX|skewY)\([^()]*\)|url\((["']?)#[\w.-]+\1\))/gi

/** Whether a value refers to nothing outside the icon. CSS reads presentation attributes, with its escapes. */
const isLocal = (value: string): boolean => !/[\\()]/.test(value.replace(harmlessFunction, ''))

function checkAttribute(name: string, value: string, element: string): void {
  const place = `the attribute ${name} of <${element}>`
  if (namespaces[name]) {
    if (value !== namespaces[name]) refuse(`has another namespace than SVG's in ${place}`)
  } else if (geometry.has(name)) {
    if (!isBoundedGeometry(value)) refuse(`has numbers beyond 10,000, or none, in ${place}`)
  } else if (references.has(name)) {
    if (!/^#[\w.-]+$/.test(value)) refuse(`refers to something outside itself in ${place}`)
  } else if (lengths.has(name)) {
    const isBounded = element === 'svg' ? isIconSide : isBoundedLength
    if (!isBounded(value)) refuse(`has a size that is no number, or too small or too large, in ${place}`)
  } else if (!otherAttributes.has(name)) refuse(`has ${place}, which icons may not have`)
  else checkOther(name, value, place)
}

function checkOther(name: string, value: string, place: string): void {
  if (value.length > longestValue) refuse(`has more than ${longestValue} characters in ${place}`)
  if (!isLocal(value)) refuse(`refers to something outside itself in ${place}`)
  if (name === 'viewBox' && !isIconViewBox(value)) refuse(`has a size that is too small or too large in ${place}`)
  if (name === 'transform' && !isBoundedTransform(value)) refuse(`does more than move, turn and shrink in ${place}`)
}

/** Counts what multiplies; throws `Refused`. */
function createBudget() {
  const left: Record<string, number> = {
    elements: mostElements,
    'characters of path data': mostGeometry,
    'clip paths in use': mostClips,
    'characters of text': mostTextCharacters,
  }
  const most = { ...left }
  return (what: string, count: number): void => {
    left[what] = (left[what] ?? 0) - count
    if (left[what] < 0) refuse(`has more than ${most[what]?.toLocaleString('en-US')} ${what}`)
  }
}

/** Checks what a parser reads; throws `Refused`. */
function createSvgChecks() {
  const spend = createBudget()
  const path: string[] = []

  function checkRoot({ name, attributes }: SaxesTagPlain): void {
    const isRoot = path.length === 0
    if (isRoot !== (name === 'svg')) refuse('has another <svg> inside, or none around it')
    if (isRoot && attributes.xmlns !== namespaces.xmlns) refuse(`does not begin with <svg xmlns="${namespaces.xmlns}">`)
  }
  return {
    open(tag: SaxesTagPlain): void {
      const { name, attributes } = tag
      spend('elements', 1)
      if (!allowedElements.has(name)) refuse(`has a <${name}> element, which icons may not have`)
      checkRoot(tag)
      path.push(name)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (geometry.has(attribute)) spend('characters of path data', value.length)
        checkAttribute(attribute, value, name)
      }
      if (!('clip-path' in attributes)) return
      spend('clip paths in use', 1)
      // Clips of clips multiply: each level is drawn once for every shape of the level above it.
      if (path.includes('clipPath')) refuse('clips a <clipPath>, which icons may not do')
    },
    close(): void {
      path.pop()
    },
    text: (text: string): void => spend('characters of text', text.replace(/\s/g, '').length),
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('is not UTF-8')
  }
}

function parse(text: string): void {
  const checks = createSvgChecks()
  const parser = new SaxesParser()
  parser.on('error', ({ message }) => refuse(`is not well-formed XML (${message})`))
  parser.on('xmldecl', ({ version, encoding = 'utf-8' }) => {
    // Browsers follow it, and would read other elements than this.
    if (version !== '1.0' || encoding.toLowerCase() !== 'utf-8') refuse('is not XML 1.0 in UTF-8')
  })
  parser.on('doctype', () => refuse('has a DOCTYPE, which icons may not have'))
  parser.on('processinginstruction', () => refuse('has a processing instruction, which icons may not have'))
  parser.on('cdata', () => refuse('has a CDATA section, which icons may not have'))
  parser.on('opentag', checks.open)
  parser.on('closetag', checks.close)
  parser.on('text', checks.text)
  parser.write(text).close()
}

/** Why an SVG must not be shown, to follow its name; null when it may. */
export function faultOfSvg(bytes: Uint8Array): string | null {
  try {
    parse(textOf(bytes))
    return null
  } catch (error) {
    if (error instanceof Refused) return error.message
    throw error
  }
}
