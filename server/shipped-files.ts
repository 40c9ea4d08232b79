import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The bundle has everything beside its code; the checkout finds its package above and Swagger UI among its packages. */
const isBundle = import.meta.url.endsWith('.js')

const at = (path: string): URL => new URL(path, import.meta.url)

const swaggerUiPackage = (): URL => pathToFileURL(createRequire(import.meta.url).resolve('@fastify/swagger-ui'))

/** Where the files are that the server reads beside its code. */
export const shippedFiles = {
  package: at(isBundle ? 'package.json' : '../package.json'),
  migrations: at('store/sqlite/migrations/'),
  writer: at(`store/sqlite/writer.${isBundle ? 'js' : 'ts'}`),
  docsPlugin: at('http/docs/docs-plugin.js'),
  /** A folder, looked for by the API page only. */
  swaggerUi: (): string => fileURLToPath(isBundle ? at('swagger-ui') : new URL('static', swaggerUiPackage())),
} as const
