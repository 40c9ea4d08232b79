import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * The bundle has everything next to its code; the checkout has its package.json above and Swagger UI in node_modules.
 */
export const isBundle = import.meta.url.endsWith('.js')

const at = (path: string): URL => new URL(path, import.meta.url)

const { resolve } = createRequire(import.meta.url)

const swaggerUiPackage = (): URL => pathToFileURL(resolve('@fastify/swagger-ui'))

/** Files that the server reads besides its code; those of the storage are in its own folder. */
export const shippedFiles = {
  package: at(isBundle ? 'package.json' : '../package.json'),
  /** The public keys of the releases, as text; only a package has them. */
  releaseKeys: fileURLToPath(at('release-keys.pem')),
  docsPlugin: at('http/docs/docs-plugin.js'),
  /** A folder, used only by the API page. */
  swaggerUi: (): string => fileURLToPath(isBundle ? at('swagger-ui') : new URL('static', swaggerUiPackage())),
  /** Characters and what they look like, as JSON. */
  homoglyphs: (): string => (isBundle ? fileURLToPath(at('homoglyphs.json')) : resolve('unhomoglyph/data.json')),
} as const
