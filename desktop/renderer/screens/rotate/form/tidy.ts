const wholePem = /-----BEGIN ([A-Z ]+)-----([\s\S]*?)-----END \1-----/
const neatPem = /^\s*-----BEGIN ([A-Z ]+)-----\s*\n([A-Za-z0-9+/=]+[^\S\n]*\n)+-----END \1-----\s*$/

/** Characters that come along when text is copied and that no key holds; quotes are not among them, for a key may. */
const unwanted = /[\s\p{Cf}]+/gu

/** One word without what was copied along with it. */
export const tidyWord = (text: string): string => text.replace(unwanted, '')

export const isWholePem = (text: string): boolean => wholePem.test(text)
export const isNeatPem = (text: string): boolean => neatPem.test(text)

/** The key alone, with the line breaks that PEM asks for: they are lost when a key goes through JSON, a shell or a chat. */
export function tidyPem(text: string): string {
  const [, kind = '', body = ''] = wholePem.exec(text) ?? []
  const base64 = body.replace(/\\[rn]/g, '').replace(/[^A-Za-z0-9+/=]/g, '')
  const lines = base64.match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n')
}
