/** As base64 within a longer text, where the secret begins at any of three places; characters of its neighbours left out. */
function base64Traces(secret: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const whole = Math.floor(((offset + secret.length) * 8) / 6)
    const start = offset === 0 ? 0 : offset + 1
    return Buffer.concat([Buffer.alloc(offset), secret])
      .toString('base64')
      .slice(start, whole)
  })
}

const hex = (secret: Buffer) => secret.toString('hex')
const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** How a secret may look where it leaked, in seven encodings. */
export const encodings: Readonly<Record<string, (secret: string) => readonly Buffer[]>> = {
  utf8: (secret) => [Buffer.from(secret)],
  base64: (secret) => base64Traces(Buffer.from(secret)).map((text) => Buffer.from(text)),
  base64url: (secret) => base64Traces(Buffer.from(secret)).map((text) => Buffer.from(urlSafe(text))),
  hex: (secret) => [hex(Buffer.from(secret)), hex(Buffer.from(secret)).toUpperCase()].map((text) => Buffer.from(text)),
  url: (secret) => [Buffer.from(encodeURIComponent(secret))],
  json: (secret) => [Buffer.from(JSON.stringify(secret).slice(1, -1))],
  utf16: (secret) => [Buffer.from(secret, 'utf16le'), swapped(secret)],
}

/** Where something was written or sent, and all its bytes. */
export type Sink = { readonly name: string; readonly bytes: Buffer }

/** Names every secret and encoding found in a sink; never the secret itself. */
export function leaksIn(sinks: readonly Sink[], secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(encodings).flatMap(([encoding, tracesOf]) => {
      const traces = tracesOf(secret)
      return sinks
        .filter(({ bytes }) => traces.some((trace) => bytes.includes(trace)))
        .map((sink) => `${name} as ${encoding} in ${sink.name}`)
    }),
  )
}
