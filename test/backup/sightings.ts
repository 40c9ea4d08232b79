/** The ways a text may stand in a file without being recognised at a glance. */
const encodings: Readonly<Record<string, (text: string) => readonly Buffer[]>> = {
  plain: (text) => [Buffer.from(text)],
  reversed: (text) => [Buffer.from([...text].reverse().join(''))],
  utf16: (text) => [Buffer.from(text, 'utf16le')],
  hex: (text) => [Buffer.from(text).toString('hex'), Buffer.from(text).toString('hex').toUpperCase()].map(Buffer.from),
  percent: (text) => [Buffer.from(encodeURIComponent(text))],
  base64: (text) => atEachOffset(text, 'base64'),
  base64url: (text) => atEachOffset(text, 'base64url'),
}

/** Base64 spells a text in three ways, after how many bytes stand before it. */
const atEachOffset = (text: string, coding: 'base64' | 'base64url') =>
  [0, 1, 2].map((skipped) => {
    const bytes = Buffer.from(text).subarray(skipped)
    return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 3)).toString(coding))
  })

/** The encodings in which a text is found in these bytes. */
export const sightings = (bytes: Buffer, text: string): readonly string[] =>
  Object.entries(encodings).flatMap(([name, encode]) =>
    encode(text).some((found) => bytes.includes(found)) ? [name] : [],
  )

/** A file in which the text must be found in every one of them. */
export const plantEverywhere = (text: string): Buffer =>
  Buffer.concat(Object.values(encodings).flatMap((encode) => [Buffer.from('\0\0'), ...encode(text)]))

export const encodingNames = Object.keys(encodings)
