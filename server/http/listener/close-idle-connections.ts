import type { FastifyInstance } from 'fastify'

const between = 50

/** A connection whose answer was under way when a stop began is kept alive by its client and would hold up the stop. */
export function letGoWhenStopping(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const timer = setInterval(() => app.server.closeIdleConnections(), between)
    app.server.once('close', () => clearInterval(timer))
  })
}
