import { describe, expect, test } from 'vitest'
import { builtInIcon } from '../../server/networks/built-in-icon.ts'
import { networkIcons } from '../../server/networks/network-icons.ts'
import { faultOfIcon } from '../../shared/network-icon.ts'
import { icon } from '../harness/seed.ts'
import { clipBomb, dataUri, heaviest, pathBombs, png, svg, useBomb, vp8, vp8l, vp8x, webp } from './icons.ts'

const uriOf = (image: string | Buffer) => dataUri(typeof image === 'string' ? 'svg+xml' : 'png', image)
const faultOfSvg = (text: string) => faultOfIcon(dataUri('svg+xml', text))
const ofLength = (length: number) => dataUri('svg+xml', svg('').padEnd(((length - 26) / 4) * 3, ' '))

describe('a valid icon', () => {
  test.each([
    ['a PNG', dataUri('png', png(512, 512))],
    ['a lossy WebP', dataUri('webp', webp(vp8(512, 512)))],
    ['a lossless WebP', dataUri('webp', webp(vp8l(512, 512)))],
    ['a WebP of the extended format', dataUri('webp', webp(vp8x(512, 512), ['ALPH', Buffer.alloc(3)], vp8(512, 512)))],
    ['an SVG', uriOf(svg('<path d="M0 0h24v24z" fill="#fff"/>'))],
    ['an SVG with a declaration and a comment', uriOf(`<?xml version="1.0" encoding="UTF-8"?><!-- x -->${svg('')}`)],
    ['an SVG with a byte order mark', uriOf(`\ufeff${svg('')}`)],
    ['arcs whose flags stand together', uriOf(svg('<path d="M0 0a1 1 0 011999 5A2 2 0 1 1 .5.5z"/>'))],
    [
      'a gradient after another',
      uriOf(svg('<linearGradient id="b" xlink:href="#a"/>', 'xmlns:xlink="http://www.w3.org/1999/xlink"')),
    ],
    ['transformations', uriOf(svg('<g transform="translate(1 -2) rotate(90, 12 12) scale(-.5)"/>'))],
    ['colours', uriOf(svg('<rect fill="rgb(1 2 3)" stroke="url(&quot;#a&quot;) none" width="100%" height="4px"/>'))],
    ['the icon of a real listing', icon],
    ['the icon that a network without one gets', builtInIcon('Nowhere')],
    ['an icon of nearly 64 Ki characters', ofLength(65_534)],
  ])('is %s', (_, text) => {
    expect(faultOfIcon(text)).toBeNull()
  })

  test.each(Object.entries(networkIcons))('is the built-in one of %s', (_, text) => {
    expect(faultOfIcon(text)).toBeNull()
  })

  test.each(Object.entries(heaviest))('is at the limits: %s', (_, image) => {
    expect(faultOfIcon(uriOf(image))).toBeNull()
  })
})

test.each([
  ['nothing', ''],
  ['text', 'an icon'],
  ['an address on the network', 'https://elsewhere.test/icon.png'],
  ['a script', 'javascript:alert(1)'],
  ['HTML', 'data:text/html;base64,PHN2Zz4='],
  ['a GIF', dataUri('gif', 'GIF89a')],
  ['base64 with other signs', 'data:image/png;base64,iVBORw0KGgo*'],
  ['base64 that stops early', `${dataUri('png', png(8, 8))}AAA`],
  ['no base64 at all', `data:image/svg+xml;utf8,${svg('')}`],
  ['a further parameter', dataUri('svg+xml;charset=utf-8', svg(''))],
  ['another case of letters', dataUri('PNG', png(8, 8))],
  ['a blank before it', ` ${dataUri('png', png(8, 8))}`],
  ['a line after it', `${dataUri('png', png(8, 8))}\n`],
  ['more than 64 Ki characters', ofLength(65_538)],
])('%s is not an icon', (_, text) => {
  expect(faultOfIcon(text)).toContain('must be a base64 data URI')
})

test.each([
  ['a JPEG that says it is a PNG', dataUri('png', Buffer.from('ffd8ffe0', 'hex')), 'is not a PNG image'],
  ['a PNG that is cut off', dataUri('png', png(8, 8).subarray(0, 30)), 'is not a PNG image'],
  ['a PNG without pixels', dataUri('png', png(8, 8).subarray(0, 33)), 'is not a PNG image'],
  ['a PNG of 41 kB with 256 million pixels', dataUri('png', png(16_000, 16_000)), 'has 16000 x 16000 pixels'],
  ['a PNG that is too high', dataUri('png', png(8, 513)), 'has 8 x 513 pixels'],
  ['an animated PNG', dataUri('png', png(8, 8, ['acTL'])), 'is animated'],
  ['a PNG that says it is a WebP', dataUri('webp', png(8, 8)), 'is not a WebP image'],
  ['a WebP without an image', dataUri('webp', webp(['EXIF', Buffer.alloc(2)])), 'is not a WebP image'],
  ['a WebP whose frame is cut off', dataUri('webp', webp(['VP8 ', Buffer.alloc(4)])), 'is not a WebP image'],
  ['a lossy WebP that is too wide', dataUri('webp', webp(vp8(513, 1))), 'has 513 x 1 pixels'],
  ['a lossless WebP that is too high', dataUri('webp', webp(vp8l(1, 16_384))), 'has 1 x 16384 pixels'],
  [
    'a WebP whose canvas is too large',
    dataUri('webp', webp(vp8x(16_777_216, 1), vp8(1, 1))),
    'has 16777216 x 1 pixels',
  ],
  [
    'a WebP whose frame is larger than its canvas',
    dataUri('webp', webp(vp8x(1, 1), vp8l(9_000, 9_000))),
    'has 9000 x 9000',
  ],
  ['an animated WebP', dataUri('webp', webp(vp8x(8, 8, 2), vp8(8, 8))), 'is animated'],
  ['a WebP with frames', dataUri('webp', webp(vp8x(8, 8), ['ANMF', Buffer.alloc(24)], vp8(8, 8))), 'is animated'],
])('%s is refused', (_, text, reason) => {
  expect(faultOfIcon(text)).toContain(reason)
})

test.each([
  ['a bomb of <use>', useBomb(6), 'a <use> element'],
  ['a bomb of clips', clipBomb(6), 'clips a <clipPath>'],
  ['a filter', svg('<filter id="f"/>'), 'a <filter> element'],
  ['a pattern', svg('<pattern id="p"/>'), 'a <pattern> element'],
  ['a mask', svg('<mask id="m"/>'), 'a <mask> element'],
  ['an image', svg('<image href="https://x.test/"/>'), 'a <image> element'],
  ['HTML inside', svg('<foreignObject/>'), 'a <foreignObject> element'],
  ['a style sheet', svg('<style>*{}</style>'), 'a <style> element'],
  ['a script', svg('<script>alert(1)</script>'), 'a <script> element'],
  ['an animation', svg('<animate attributeName="x"/>'), 'a <animate> element'],
  ['a link', svg('<a href="https://x.test/"/>'), 'a <a> element'],
  [
    'an element of another namespace',
    svg('<s:use xmlns:s="http://www.w3.org/2000/svg" href="#a"/>'),
    'a <s:use> element',
  ],
  ['an element in capitals', svg('<USE href="#a"/>'), 'a <USE> element'],
  ['an svg in the svg', svg(svg('')), 'another <svg>'],
  ['a root that is no svg', '<g xmlns="http://www.w3.org/2000/svg"/>', 'another <svg> inside, or none around it'],
  ['HTML that says it is an SVG', '<html><script>x()</script></html>', 'a <html> element'],
  ['an svg of no namespace', '<svg/>', 'does not begin with <svg xmlns='],
  ['an svg that is HTML', '<svg xmlns="http://www.w3.org/1999/xhtml"/>', 'does not begin with <svg xmlns='],
  ['a group that is HTML', svg('<g xmlns="http://www.w3.org/1999/xhtml"/>'), "another namespace than SVG's"],
  ['an event handler', svg('', 'onload="alert(1)"'), 'the attribute onload'],
  ['an event handler in capitals', svg('', 'ONLOAD="alert(1)"'), 'the attribute ONLOAD'],
  ['a style attribute', svg('<g style="fill:url(https://x.test/)"/>'), 'the attribute style'],
  ['a base address', svg('', 'xml:base="https://x.test/"'), 'the attribute xml:base'],
  ['a reference to elsewhere', svg('<linearGradient href="https://x.test/#a"/>'), 'outside itself'],
  ['a reference to a script', svg('<linearGradient href="javascript:x"/>'), 'outside itself'],
  ['a paint from elsewhere', svg('<g fill="url(https://x.test/#a)"/>'), 'outside itself'],
  ['a paint from elsewhere in escapes of XML', svg('<g fill="url&#40;https://x.test/#a)"/>'), 'outside itself'],
  ['a paint from elsewhere in escapes of CSS', svg('<g fill="\\75 rl(https://x.test/#a)"/>'), 'outside itself'],
  ['a clip from elsewhere', svg('<g clip-path="URL( &apos;//x.test/#a&apos; )"/>'), 'outside itself'],
  ['an image set', svg('<g fill="image-set(&quot;//x.test&quot;)"/>'), 'outside itself'],
  ['a DOCTYPE', `<!DOCTYPE svg>${svg('')}`, 'a DOCTYPE'],
  ['a bomb of entities', `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('&b;')}`, 'a DOCTYPE'],
  ['an entity that is not declared', svg('&a;'), 'not well-formed'],
  ['a processing instruction', `<?xml-stylesheet href="x.css"?>${svg('')}`, 'a processing instruction'],
  ['a CDATA section', svg('<![CDATA[<use/>]]>'), 'a CDATA section'],
  ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${svg('+ADw-use/+AD4-')}`, 'not XML 1.0 in UTF-8'],
  ['another version of XML', `<?xml version="1.1"?>${svg('')}`, 'not XML 1.0 in UTF-8'],
  ['an element that is not closed', svg('<g>'), 'not well-formed'],
  ['an attribute that is given twice', svg('<g id="a" id="b"/>'), 'not well-formed'],
  ['text behind it', `${svg('')}<use/>`, 'not well-formed'],
  ['201 elements', svg('<g/>'.repeat(200)), 'more than 200 elements'],
  ['many paths that are long together', svg(`<path d="${'M0 0'.repeat(999)}"/>`.repeat(3)), 'characters of path data'],
  ['nine clips', svg('<g clip-path="url(#c)"/>'.repeat(9)), 'more than 8 clip paths'],
  ['a long text', svg('<text>abc</text><text>de</text>'), 'more than 4 characters of text'],
  ['a long attribute', svg(`<g class="${'a'.repeat(257)}"/>`), 'more than 256 characters'],
  ['a number without bound', svg('<circle r="1e9"/>'), 'too small or too large'],
  ['a length in another unit', svg('<circle r="99cm"/>'), 'no number'],
  ['a line without bound', svg('<path d="M0 0L99999 1"/>'), 'numbers beyond 10,000'],
  ['a line to nowhere', svg('<path d="M0 0LNaN 1"/>'), 'numbers beyond 10,000'],
  ['a flag that is none', svg('<path d="M0 0a1 1 0 2 1 1 1"/>'), 'numbers beyond 10,000'],
  ['a matrix', svg('<g transform="matrix(1 1 -1 1 0 0)"/>'), 'more than move, turn and shrink'],
  ['a magnification', svg('<g transform="scale(1) scale(2)"/>'), 'more than move, turn and shrink'],
  ['a magnification in exponents', svg('<g transform="scale(.1e9)"/>'), 'more than move, turn and shrink'],
  ['a tiny canvas', svg('', 'width="0.001" height="0.001"'), 'too small or too large'],
])('an SVG with %s is refused', (_, text, reason) => {
  expect(faultOfSvg(text)).toContain(reason)
})

test.each(Object.entries(pathBombs))('an SVG with %s is refused', (_, text) => {
  expect(faultOfSvg(text)).not.toBeNull()
})

test('an SVG in another encoding than UTF-8 is refused', () => {
  expect(faultOfIcon(dataUri('svg+xml', Buffer.from(svg(''), 'utf16le')))).toContain('not well-formed')
  expect(faultOfIcon(dataUri('svg+xml', Buffer.from(svg('<g id="\xe9"/>'), 'latin1')))).toBe('is not UTF-8')
})
