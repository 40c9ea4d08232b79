import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { failureOfCode } from '../../../shared/failure.ts'
import { replyFailure } from '../response/failure-reply.ts'

/** CONNECT names no path; Node hands it over elsewhere. */
const methodsOfPaths = METHODS.filter((method) => method !== 'CONNECT')

/** Lets routes be registered for every method that Node reads, so that none of them is taken for a missing path. */
export function addAllMethods(app: FastifyInstance): void {
  for (const method of methodsOfPaths) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
}

/** Answers every other method on a path with those that it takes. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  app.route({
    method: methodsOfPaths.filter((method) => !allowed.includes(method)),
    url,
    onRequest: async (request, reply) =>
      replyFailure(request, reply.header('allow', allowed.join(', ')), failureOfCode('MethodNotAllowed')),
    handler: async () => {},
  })
}
