import type { Column } from './column.ts'

const mostCharacters = 65_536
const form = /^data:image\/(png|svg\+xml|webp);base64,([A-Za-z0-9+/]+={0,2})$/

const isImage: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.toString('latin1', 1, 4) === 'PNG',
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  'svg+xml': (bytes) => bytes.includes('<svg'),
}

export const networkIcon: Column<string> = {
  json: ['string'],
  rule: `must be a base64 data URI of a PNG, SVG or WebP image, at most ${mostCharacters} characters long`,
  parse(text) {
    if (text.length > mostCharacters) return undefined
    const [, type = '', data = ''] = form.exec(text) ?? []
    return isImage[type]?.(Buffer.from(data, 'base64')) ? text : undefined
  },
}
