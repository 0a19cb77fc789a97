import { namedSchemas } from '@parley/contract/named-schemas'
import type { Endpoint } from '@parley/contract/shared/endpoint'
import { supportsIdempotencyKey } from '@parley/contract/shared/endpoint'
import { ServerEvent } from '@parley/contract/shared/server-events'
import { z } from 'zod'
import { type JsonSchema, objectTypeLiteral, schemaToTypeScript } from './schema-to-typescript.ts'

/** `input`: as sent by a client. `output`: after the server has applied defaults. */
type Direction = 'input' | 'output'

/** Generates the client's table of operations and their types, as plain TypeScript without zod. */
export function generateOperations(endpoints: ReadonlyMap<string, Endpoint>): string {
  const types = new TypeCollector()
  for (const e of [...endpoints.values(), { response: ServerEvent }]) types.typeOf(e.response, 'output')
  const operations = [...endpoints]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, e]) => ({ name, e, type: operationType(e, types) }))
  return [
    '// Made from the contract by `npm run api`. Do not edit.',
    '',
    ...types.declarations(),
    '',
    '/** What each call takes and answers. */',
    'export type Operations = {',
    ...operations.flatMap(({ name, e, type }) => [
      `  /** ${e.summary.replaceAll('*/', '* /')}. \`${e.method} ${e.path}\`, for ${audience(e)} */`,
      `  ${name}: ${type}`,
    ]),
    '}',
    '',
    '/** How each call travels. */',
    'export const operations: { readonly [Name in keyof Operations]: Operation } = {',
    ...operations.map(({ name, e }) => `  ${name}: ${JSON.stringify(operationRow(e))},`),
    '}',
    '',
    'export type Operation = {',
    "  method: 'GET' | 'POST' | 'PUT' | 'DELETE'",
    '  path: string',
    '  /** A POST that is done once for each Idempotency-Key. */',
    '  key?: true',
    '  /** Fields of a multipart form. */',
    '  form?: readonly string[]',
    '  /** Answers a file, not an envelope. */',
    '  file?: true',
    '}',
    '',
  ].join('\n')
}

const audience = ({ access }: Endpoint) =>
  access === 'public' ? 'anyone' : access === 'agent' ? 'every agent' : `\`${access}\``

const operationRow = (e: Endpoint) => ({
  method: e.method,
  path: e.path,
  ...(supportsIdempotencyKey(e) && { key: true }),
  ...(e.form && { form: Object.keys(e.form) }),
  ...(e.raw_media_type && { file: true }),
})

function operationType(e: Endpoint, types: TypeCollector): string {
  const fields = [
    `params: ${paramsType(e, types)}`,
    // Everything in a query string is text.
    `query: ${types.typeOf(e.query, 'input', 2).replaceAll(/: number$/gm, ': number | string')}`,
    `body: ${bodyType(e, types)}`,
    `data: ${e.raw_media_type ? 'Response' : types.typeOf(e.response, 'output', 2)}`,
  ]
  return objectTypeLiteral(fields, 1)
}

function bodyType(e: Endpoint, types: TypeCollector): string {
  if (e.form) return formType(e.form, types)
  if (e.body instanceof z.ZodUndefined) return 'undefined'
  const inputType = types.typeOf(e.body, 'input', 2)
  return e.body.safeParse(undefined).success ? `${inputType} | undefined` : inputType
}

/** Path parameters are strings; where the server parses a number, a number is accepted as well. */
function paramsType(e: Endpoint, types: TypeCollector): string {
  const names = [...e.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const outputType = types.typeOf(e.params, 'output')
  const isNumber = (name: string) => new RegExp(`\\b${name}: number`).test(outputType)
  return names.length === 0
    ? 'Record<string, never>'
    : objectTypeLiteral(
        names.map((name) => `${name}: ${isNumber(name) ? 'number | string' : 'string'}`),
        2,
      )
}

function formType(form: NonNullable<Endpoint['form']>, types: TypeCollector): string {
  const fields = Object.entries(form).map(([name, field]) => {
    if ('file' in field) return `${name}${field.optional ? '?' : ''}: Blob`
    const optional = field.text.safeParse(undefined).success
    return `${name}${optional ? '?' : ''}: ${types.typeOf(field.text, 'input').replace(' | null', '')}`
  })
  return objectTypeLiteral(fields, 2)
}

/** Collects the named schemas. A schema whose input type differs from its output type gets a second name, so outputs must be collected first. */
class TypeCollector {
  private readonly declarationsByName = new Map<string, string>()
  private readonly registry = z.registry<{ id: string }>()

  constructor() {
    for (const [name, schema] of namedSchemas)
      if (!this.registry.has(schema)) this.registry.add(schema, { id: name })
  }

  typeOf(schema: z.ZodType, io: Direction, depth = 0): string {
    // The wrapper keeps a named schema from being the root, where it would have no name.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      metadata: this.registry,
    }) as JsonSchema // zod's type has the same keys
    const renamed = new Set<string>()
    const name = (ref: string) => (renamed.has(ref) ? `${ref}Input` : ref)
    // Repeated until nothing changes, because a schema that contains a renamed one differs as well.
    for (let before = -1; before !== renamed.size; ) {
      before = renamed.size
      for (const [ref, definition] of Object.entries($defs))
        if (
          io === 'input' &&
          (this.declarationsByName.get(ref) ?? schemaToTypeScript(definition, name)) !==
            schemaToTypeScript(definition, name)
        )
          renamed.add(ref)
    }
    for (const [ref, definition] of Object.entries($defs))
      this.declarationsByName.set(name(ref), schemaToTypeScript(definition, name))
    return schemaToTypeScript(properties?.it ?? {}, name, depth)
  }

  declarations(): string[] {
    return [...this.declarationsByName]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, text]) => `export type ${name} = ${text}`)
  }
}
