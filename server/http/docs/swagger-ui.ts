import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance } from 'fastify'
import { shippedFiles } from '../../shipped-files.ts'
import { withoutSchemas } from '../listener/listener.ts'

/** A server that never listens: it answers what it is handed below `/docs`. */
export async function createSwaggerUiServer(openApiText: string): Promise<FastifyInstance> {
  const server = Fastify({ schemaController: { compilersFactory: withoutSchemas } })
  const baseDir = shippedFiles.swaggerUi()
  await server.register(swagger, { mode: 'static', specification: { document: {} as never } })
  await server.register(swaggerUi, {
    routePrefix: '/docs',
    baseDir,
    logo: { type: 'image/svg+xml', content: readFileSync(join(baseDir, 'logo.svg')) },
    transformSpecification: () => JSON.parse(openApiText),
    uiConfig: { layout: 'BaseLayout', tryItOutEnabled: true, docExpansion: 'list', defaultModelsExpandDepth: 0 },
    theme: {
      title: 'Strongroom API',
      js: [{ filename: 'plugin.js', content: readFileSync(shippedFiles.docsPlugin, 'utf8') }],
    },
  })
  await server.ready()
  return server
}
