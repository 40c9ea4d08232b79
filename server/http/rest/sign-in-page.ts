import type { FastifyInstance, FastifyReply } from 'fastify'
import { signInPaths } from '../../../shared/sign-in.ts'
import type { SignInPage } from '../../sign-in/browser-sign-in.ts'

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => characters[character] as string)

function bodyOf(page: SignInPage): string {
  if (page.kind !== 'confirm') return `<p>${escaped(page.message)}</p>`
  return `<p>Sign in to Strongroom as <strong>${escaped(page.name)}</strong>?</p>
<p>Continue only if Strongroom shows this code on your screen, and you started to sign in there:</p>
<p class="code">${escaped(page.code)}</p>
<form method="post" action="${signInPaths.confirm}">
<input type="hidden" name="confirmation" value="${escaped(page.confirmation)}">
<button>Continue</button>
</form>
<p>Otherwise close this window.</p>`
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}
.code{font:600 1.75rem ui-monospace,monospace;letter-spacing:.1em}button{font:inherit;padding:.5rem 1.5rem}`

const titles = { confirm: 'Confirm the sign-in', done: 'Signed in', refused: 'Not signed in' } as const

const htmlOf = (page: SignInPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${titles[page.kind]} - Strongroom</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head>
<body><h1>${titles[page.kind]}</h1>
${bodyOf(page)}
</body></html>
`

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export const sendSignInPage = (reply: FastifyReply, page: SignInPage): FastifyReply =>
  reply
    .code(page.kind === 'refused' ? 403 : 200)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': contentSecurityPolicy })
    .type('text/html; charset=utf-8')
    .send(htmlOf(page))

/** The form of the page; everything else here is JSON. */
export const addFormParser = (app: FastifyInstance): void =>
  void app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: unknown) => body,
  )
