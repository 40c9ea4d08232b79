/** A browser of few words: it keeps cookies, follows redirects and sends forms. */
export type Browser = {
  /** Opens a page and follows redirects until there is one. */
  open(url: string): Promise<Page>
  /** Sends the first form of a page, with what is filled in. */
  send(page: Page, filledIn?: Readonly<Record<string, string>>): Promise<Page>
}

export type Page = { readonly url: string; readonly status: number; readonly text: string; readonly headers: Headers }

const mostRedirects = 12

export function openBrowser(): Browser {
  const cookies = new Map<string, Map<string, string>>()

  async function request(url: string, init: RequestInit): Promise<Response> {
    const { host } = new URL(url)
    const own = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, own)
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      own.set(name, value)
    }
    return response
  }

  async function follow(url: string, init: RequestInit): Promise<Page> {
    let at = url
    let response = await request(url, init)
    for (let redirects = 0; response.status >= 300 && response.status < 400; redirects += 1) {
      if (redirects === mostRedirects) throw new Error(`too many redirects, the last to ${at}`)
      at = new URL(response.headers.get('location') ?? '', at).href
      response = await request(at, {})
    }
    return { url: at, status: response.status, text: await response.text(), headers: response.headers }
  }

  return {
    open: (url) => follow(url, {}),
    send: (page, filledIn = {}) => {
      const { action, fields } = formIn(page)
      const body = new URLSearchParams({ ...fields, ...filledIn })
      return follow(new URL(action, page.url).href, { method: 'POST', body })
    },
  }
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

function formIn({ text, url }: Page) {
  const [, tag, content] = /<form([^>]*)>(.*?)<\/form>/s.exec(text) ?? []
  if (tag === undefined || content === undefined) throw new Error(`${url} has no form: ${text}`)
  const attribute = (of: string, name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(of)?.[1] ?? '')
  const hidden = [...content.matchAll(/<input[^>]*>/g)].map(([input]) => input).filter((input) => /hidden/.test(input))
  const fields = Object.fromEntries(hidden.map((input) => [attribute(input, 'name'), attribute(input, 'value')]))
  return { action: attribute(tag, 'action') || url, fields }
}
