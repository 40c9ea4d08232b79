const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

/** The match patterns of extensions, as webRequest takes them: `<all_urls>`, `https://*.example/*`, `*://host/path*`. */
export function matchesAny(patterns: readonly string[], url: string): boolean {
  return patterns.some((pattern) => pattern === '<all_urls>' || toExpression(pattern).test(url))
}

function toExpression(pattern: string): RegExp {
  const [, scheme, host, path] = /^(\*|[a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)$/i.exec(pattern) ?? []
  if (!scheme || host === undefined || !path) throw new TypeError(`Invalid url pattern ${pattern}`)
  const schemes = scheme === '*' ? '(?:https?|wss?)' : escaped(scheme)
  const hosts = host === '*' ? '[^/]*' : escaped(host).replace(/^\*\\\./, '(?:[^/]+\\.)?')
  return new RegExp(`^${schemes}://${hosts}(?::\\d+)?${escaped(path).replaceAll('*', '.*')}$`, 'is')
}
