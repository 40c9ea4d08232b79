const mostCharacters = 65_536
const form = /^data:image\/(png|svg\+xml|webp);base64,((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

const isImage: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.subarray(0, 8).equals(pngSignature),
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  'svg+xml': (bytes) => bytes.includes('<svg'),
}

/** The icon as it may be shown in an `<img>`; null for anything but a PNG, SVG or WebP in a base64 data URI of up to 64 Ki characters. */
export function safeIcon(text: string): string | null {
  if (text.length > mostCharacters) return null
  const [, type = '', data = ''] = form.exec(text) ?? []
  return isImage[type]?.(Buffer.from(data, 'base64')) ? text : null
}
