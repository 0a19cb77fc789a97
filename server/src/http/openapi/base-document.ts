import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { allEndpoints } from '@parley/contract/all-endpoints'
import { tagDescriptions } from '@parley/contract/openapi/descriptions'
import type { ErrorBody } from '@parley/contract/shared/errors'
import { type ErrorResponse, errorResponses } from './error-responses.ts'
import { headerRefs, responseHeaders } from './response-headers.ts'

/** The document without its operations. */
export function describeDocument(version: string): NonNullable<FastifyDynamicSwaggerOptions['openapi']> {
  const tags = new Set([...allEndpoints.values()].map(({ tag }) => tag))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      description,
      contact: { name: 'The administrators of this workspace' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    // Relative, because the document is served by the workspace itself.
    servers: [{ url: '/', description: 'This workspace' }],
    tags: [...tags].sort().map((name) => ({ name, description: tagDescriptions[name] })),
    components: { securitySchemes, headers: responseHeaders, responses: errorResponseComponents() },
  }
}

const description = `Responses are \`{"status": "success", "data": …}\`; errors are \`{"status": "error", "message", "error_type", "errors", "request_id"}\`.
Objects that don’t exist and objects that you may not see both return 404. POST endpoints that create or send something accept an \`Idempotency-Key\`: repeating a request with the same key returns the first response.

To try endpoints here, enter an API key and its secret as \`key:secret\`. Without one, your browser session is used, for reading only.
Changes are pushed to \`/ws?v=2\`. A typed TypeScript client, \`@parley/client\`, is in the folder \`client\` of the source code.`

const securitySchemes = {
  api_key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'key:secret',
    description:
      'An API key and its secret, separated by a colon: `Authorization: Bearer key:secret`. `token key:secret` means the same.',
  },
  basic: { type: 'http', scheme: 'basic', description: 'The API key as username, its secret as password.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description:
      'A browser session. POST, PUT and DELETE also need the header `X-CSRFTOKEN` with the value of the cookie `csrf_token`.',
  },
} as const

function errorResponseComponents() {
  return Object.fromEntries(
    Object.values<ErrorResponse>(errorResponses).map(({ name, description, example, headers = [] }) => [
      name,
      {
        description,
        headers: headerRefs(['X-Request-Id', ...headers]),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/ErrorBody' },
            example: {
              status: 'error',
              data: null,
              ...example,
              request_id: '6f1c2d7e-3b0a-4c55-9a52-0d8c1a7e4b21',
            } satisfies ErrorBody,
          },
        },
      },
    ]),
  ) as Record<string, { description: string }> // the plugin's schema types are those of OpenAPI 3.0
}
