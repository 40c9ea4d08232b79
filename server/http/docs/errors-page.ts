import type { FastifyInstance } from 'fastify'
import { retryTexts } from '../../../shared/failure.ts'
import { aboutErrors, type ErrorEntry, errorReference } from './error-reference.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text with `code` in backquotes, as HTML. */
const html = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => entities[sign] as string).replace(/`([^`]+)`/g, '<code>$1</code>')

const entryOf = ({ code, status, meaning, remedy, retry, changed, answeredBy }: ErrorEntry): string => `
<section id="${code}">
<h2><a href="#${code}">${code}</a> <small>${status}</small></h2>
<p>${html(meaning)}</p>
<p>${html(remedy)} ${retryTexts[retry]}</p>
<p>Changed: <code>${changed}</code>.</p>
<p class="by">Answered by ${html(answeredBy)}.</p>
</section>`

const pageOf = (entries: readonly ErrorEntry[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors - Strongroom API</title>
<link rel="icon" href="static/favicon-32x32.png">
<link rel="stylesheet" href="errors.css">
</head>
<body>
<main>
<p><a href="../docs">Strongroom API</a></p>
<h1>Errors</h1>
${aboutErrors.map((text) => `<p>${html(text)}</p>`).join('\n')}
${entries.map(entryOf).join('\n')}
</main>
</body>
</html>
`

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
section { margin: 1rem 0; padding: 0.5rem 1rem; border-left: 3px solid #8885; }
section:target { border-left-color: #0a7; background: #0a71; }
h2 { margin: 0; font: 600 1.1rem/1.5 ui-monospace, monospace; }
h2 a { color: inherit; }
small { font-weight: 400; }
p { margin: 0.25rem 0; }
.by { font-size: 0.875rem; }
`

/** `/docs/errors`: what each code means and what to do, for the link that every failure carries. Needs no token. */
export function addErrorsPage(app: FastifyInstance): void {
  const page = pageOf(errorReference())
  app.get('/docs/errors', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/docs/errors.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
}
