import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

export type Route = { readonly method: string; readonly url: string }

/** Every route that is registered while `build` runs, learnt from Fastify itself. */
export async function routesOf(build: () => Promise<AsyncDisposable>): Promise<Route[]> {
  const routes: Route[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each, url })
    })
  }
  subscribe('fastify.initialization', watch)
  try {
    await using _ = await build()
    return routes
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}
