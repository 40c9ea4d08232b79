import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NumberForm } from '../response/number-form.ts'
import { addErrorsPage } from './errors-page.ts'

/** The page may load and ask this server only; styles of its own it sets by script, never inline. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const made: Partial<Record<NumberForm, Promise<string>>> = {}
/** Built at the first request, so that neither it nor its code delays the start. */
const textIn = (form: NumberForm): Promise<string> => (made[form] ??= buildText(form))

const buildText = async (form: NumberForm) => (await import('../openapi/document.ts')).openApiText(form)

/** What Swagger UI's own server says of a file; everything else is said by this one. */
const ofFiles = ['content-type', 'etag', 'last-modified', 'cache-control', 'accept-ranges', 'content-range', 'location']

/** The other server would resolve `..` before it looks for a file. */
const hasDotSegments = (url: string): boolean => new URL(url, 'http://localhost').pathname !== url.replace(/\?.*/s, '')

/** Answers as Swagger UI's own server does, which is loaded at the first request. */
function createSwaggerUi(): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let server: Promise<FastifyInstance> | null = null
  const load = async () => (await import('./swagger-ui.ts')).createSwaggerUiServer(await textIn('number'))
  return async ({ url, headers }, reply) => {
    server ??= load()
    const answer = hasDotSegments(url) ? null : await (await server).inject({ method: 'GET', url, headers })
    if (answer === null || answer.statusCode === 404) {
      reply.callNotFound()
      return reply
    }
    for (const name of ofFiles) if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name])
    return reply.code(answer.statusCode).send(answer.rawPayload.length > 0 ? answer.rawPayload : undefined)
  }
}

/**
 * `/openapi.json`: the contract; `/openapi.strings.json`: the same with numbers as strings. `/docs`: the page that shows the
 * first and tries it out; `/` leads there. None needs a token.
 */
export async function addDocsPage(app: FastifyInstance): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/docs'))
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(await textIn('number')))
  app.get('/openapi.strings.json', async (_request, reply) =>
    reply.type('application/json').send(await textIn('string')),
  )
  await app.register(async (page) => {
    await page.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: false })
    // In the place of the policy of all other answers, which helmet, writing past Fastify, would not replace.
    page.addHook('onRequest', (_request, reply, done) => {
      reply.header('content-security-policy', contentSecurityPolicy)
      done()
    })
    addErrorsPage(page)
    const swaggerUi = createSwaggerUi()
    for (const url of ['/docs', '/docs/', '/docs/static/*', '/docs/*']) page.get(url, swaggerUi)
  })
}
