/** Where a link of the console may lead in the system's browser: the consoles of the providers. */
const allowed: ReadonlySet<string> = new Set(['https://console.fireblocks.io', 'https://app.copper.co'])

/** The origin alone will not do: that of `blob:https://…` is the same. */
export function mayOpenOutside(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' && allowed.has(origin)
}
