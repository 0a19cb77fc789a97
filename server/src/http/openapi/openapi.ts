import swagger from '@fastify/swagger'
import { allEndpoints } from '@parley/contract/all-endpoints'
import { namedSchemas } from '@parley/contract/named-schemas'
import { applyJsonSchemaOverride } from '@parley/contract/shared/json-schema-override'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { describeDocument } from './base-document.ts'
import { describeOperation, type Operation } from './describe-operation.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import { registerDocsPage } from './docs-page.ts'

/**
 * OpenAPI 3.1 of every registered endpoint at /api/openapi.json, and the API reference at /api/docs (docs/spec/product-decisions.md#api-reference). Register
 * it before the routes. The page loads nothing from other origins.
 */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  const options = {
    schemaRegistry: createSchemaRegistry(),
    zodToJsonConfig: { unrepresentable: 'any', override: overrideJsonSchema },
  } as const
  const toJsonSchema = createJsonSchemaTransform(options)
  const withSchemas = createJsonSchemaTransformObject(options)
  await app.register(swagger, {
    openapi: describeDocument(version),
    transform: (input) => {
      const endpoint = input.route.config?.endpoint
      return endpoint ? toJsonSchema(input) : { url: input.url, schema: { hide: true } }
    },
    transformObject: (input) => withOperations(withSchemas(input)),
  })
  await registerDocsPage(app)
  app.get('/api/openapi.json', async () => app.swagger())
}

type DocumentParts = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, object> }
}

function withOperations<T extends object>(document: T): T {
  const { paths = {}, components = {} } = document as DocumentParts // whichever OpenAPI version the plugin assumes
  for (const [name, e] of allEndpoints) {
    const operations = paths[e.path.replaceAll(/:(\w+)/g, '{$1}')]
    const method = e.method.toLowerCase()
    const operation = operations?.[method]
    if (operations && operation) operations[method] = describeOperation(name, e, operation)
  }
  const { schemas = {}, ...rest } = components
  const webhooks = describeWebhooks(withRefs)
  return {
    ...document,
    webhooks,
    components: { ...rest, schemas: pruneSchemas(schemas, [paths, webhooks, rest]) },
  }
}

/** The JSON schema of a type outside the routes, with refs to the document's named schemas. */
function withRefs(schema: z.ZodType): object {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    metadata: createSchemaRegistry(),
    override: overrideJsonSchema,
  })
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** Named schemas are described once and referenced where they are used. */
function createSchemaRegistry() {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of namedSchemas) if (!registry.has(schema)) registry.add(schema, { id })
  return registry
}

type Conversion = { zodSchema: z.core.$ZodType; jsonSchema: { format?: string; pattern?: string } }
function overrideJsonSchema(conversion: Conversion): void {
  applyJsonSchemaOverride(conversion)
  const { jsonSchema } = conversion
  // The regular expressions behind formats are 400 characters long and add nothing to the format.
  if (jsonSchema.format) delete jsonSchema.pattern
}

type Schemas = Record<string, object>

const referencedNames = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g)].map(([, name = '']) => name)

/**
 * Keeps the schemas that are referenced, directly or through other schemas. Every shape has an input and an output schema, and most
 * are used as only one of them.
 */
function pruneSchemas(schemas: Schemas, operations: unknown): Schemas {
  const used = new Set<string>()
  const pending = referencedNames(operations)
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (used.has(name)) continue
    used.add(name)
    pending.push(...referencedNames(schemas[name] ?? {}))
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}
