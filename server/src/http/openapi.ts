import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Endpoint } from '@parley/contract/endpoint'
import { ErrorBody } from '@parley/contract/errors'
import { uploadMedia } from '@parley/contract/media'
import { updateMe } from '@parley/contract/people'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'

/**
 * OpenAPI 3.1 of every registered endpoint at /api/openapi.json, and a page to read and try it at /api/docs (product-decisions 9). Must be
 * registered before the routes. Nothing on the page comes from elsewhere.
 */
export async function openapi(app: FastifyInstance, version: string): Promise<void> {
  const toJsonSchema = createJsonSchemaTransform({
    zodToJsonConfig: { unrepresentable: 'any', override: withoutLongPatterns },
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Parley', version, description },
      components: { securitySchemes },
    },
    transform: (input) => {
      const endpoint = input.route.config?.endpoint
      if (!endpoint) return { url: input.url, schema: { hide: true } }
      const { schema, url } = toJsonSchema(input)
      return { url, schema: describe(endpoint, schema) }
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { deepLinking: true },
    theme: { title: 'Parley API' },
    logo: { type: 'image/svg+xml', content: Buffer.from(wordmark) },
  })
  app.get('/api/openapi.json', async () => app.swagger())
}

const description = `Answers are \`{"status": "success", "data": …}\`; refusals are \`{"status": "error", "message", "error_type", "errors", "request_id"}\`.
Unknown and invisible objects are 404 alike. POSTs that create or send accept an \`Idempotency-Key\` header.`

const securitySchemes = {
  api_key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'key:secret',
    description:
      'An API key and its secret with a colon between them: `Authorization: Bearer key:secret`. `token key:secret` means the same.',
  },
  basic: { type: 'http', scheme: 'basic', description: 'The API key as user name, its secret as password.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description:
      'A browser session. POST, PUT and DELETE need the header `X-CSRFTOKEN` with the value of the cookie `csrf_token` too.',
  },
} as const

const signedIn: NonNullable<FastifySchema['security']> = [{ api_key: [] }, { basic: [] }, { session: [] }]
const refusal = z.toJSONSchema(ErrorBody, { unrepresentable: 'any' })

/** Bodies that are forms with a file; the contract has no schema for bytes. */
const forms = new Map<Endpoint, Record<string, object>>([
  [
    uploadMedia,
    {
      files: { type: 'string', format: 'binary' },
      inline: { type: 'string', enum: ['true', 'false'] },
      linked_model: { type: 'string', enum: ['messages'] },
    },
  ],
  [updateMe, { files: { type: 'string', format: 'binary' } }],
])

function describe(endpoint: Endpoint, schema: FastifySchema): FastifySchema {
  const form = forms.get(endpoint)
  const answers = schema.response as Record<string, object> // made from the route's own schema
  return {
    ...schema,
    description:
      endpoint.access === 'public'
        ? 'No sign-in needed.'
        : endpoint.access === 'agent'
          ? 'For every signed-in agent.'
          : `Needs the permission \`${endpoint.access}\`.`,
    security: endpoint.access === 'public' ? [] : signedIn,
    ...(form && { consumes: ['multipart/form-data'], body: { type: 'object', properties: form } }),
    response: { ...answers, '4XX': { description: 'Refused, with a sentence that says why', ...refusal } },
  }
}

// The exact expressions behind formats are 400 characters each and say nothing that the format does not.
function withoutLongPatterns({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format) delete jsonSchema.pattern
}

const wordmark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="24"><text x="0" y="18" font-family="sans-serif" font-size="18" font-weight="600" fill="#fff">Parley</text></svg>'
