const suffix = '.app-scheme.invalid'

/** `app://console/x` as an https address that Chromium can navigate; `.invalid` never resolves, should one escape. */
export function toWebAddress(address: string, schemes: readonly string[]): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address) ?? []
  return scheme && schemes.includes(scheme) ? `https://${host}.${scheme}${suffix}${rest || '/'}` : address
}

/** The address as Electron knows it. */
export function toAppAddress(address: string): string {
  const [, host, scheme, rest] = /^https:\/\/(.*)\.([^.]+)\.app-scheme\.invalid(?=$|[/?#])(.*)$/s.exec(address) ?? []
  return scheme ? `${scheme}://${host}${rest}` : address
}

export const originOf = (address: string): string => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(address)?.[0] ?? 'null'
