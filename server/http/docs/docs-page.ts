import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { shippedFiles } from '../../shipped-files.ts'
import { openApiText } from '../openapi/document.ts'
import type { NumberForm } from '../response/number-form.ts'
import { addErrorsPage } from './errors-page.ts'

const plugin = readFileSync(shippedFiles.docsPlugin, 'utf8')

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

const made: Partial<Record<NumberForm, string>> = {}
/** Built at the first request, so that it does not delay the start. */
const textIn = (form: NumberForm): string => (made[form] ??= openApiText(form))

/**
 * `/openapi.json`: the contract; `/openapi.strings.json`: the same with numbers as strings. `/docs`: the page that shows the
 * first and tries it out; `/` leads there. None needs a token.
 */
export async function addDocsPage(app: FastifyInstance): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/docs'))
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(textIn('number')))
  app.get('/openapi.strings.json', (_request, reply) => reply.type('application/json').send(textIn('string')))
  const baseDir = shippedFiles.swaggerUi()
  await app.register(async (page) => {
    await page.register(helmet, { contentSecurityPolicy: false, strictTransportSecurity: false })
    // In the place of the policy of all other answers, which helmet, writing past Fastify, would not replace.
    page.addHook('onRequest', (_request, reply, done) => {
      reply.header('content-security-policy', contentSecurityPolicy)
      done()
    })
    addErrorsPage(page)
    await page.register(swagger, { mode: 'static', specification: { document: {} as never } })
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      baseDir,
      logo: { type: 'image/svg+xml', content: readFileSync(join(baseDir, 'logo.svg')) },
      transformSpecification: () => JSON.parse(textIn('number')),
      uiConfig: { layout: 'BaseLayout', tryItOutEnabled: true, docExpansion: 'list', defaultModelsExpandDepth: 0 },
      theme: { title: 'Strongroom API', js: [{ filename: 'plugin.js', content: plugin }] },
    })
  })
}
