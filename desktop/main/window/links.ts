/** Where a link of the console may lead in the system's browser: the consoles of the providers. */
const allowed: ReadonlySet<string> = new Set(['https://console.fireblocks.io', 'https://app.copper.co'])

export const mayOpenOutside = (url: string): boolean => URL.canParse(url) && allowed.has(new URL(url).origin)
