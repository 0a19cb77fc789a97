import { allEndpoints } from '@parley/contract/all-endpoints'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { routeSchema } from '../route-schema.ts'
import { registerOpenApi } from './openapi.ts'

/** The document as the server serves it, generated without a server or database, for linters and generators. */
export async function offlineDocument(version: string): Promise<object> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await registerOpenApi(app, version)
  for (const e of allEndpoints.values())
    app.route({
      method: e.method,
      url: e.path,
      config: { endpoint: e },
      schema: routeSchema(e),
      handler: async () => null,
    })
  await app.ready()
  try {
    return app.swagger()
  } finally {
    await app.close()
  }
}
