import { z } from 'zod'
import { namedSchemas } from '../named-schemas.ts'
import { applyJsonSchemaOverride } from '../shared/json-schema-override.ts'
import { exampleValues } from './example-values.ts'

type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  const?: unknown
  default?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  type?: string | string[]
  format?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  additionalProperties?: boolean | JsonSchema
}

const registry = z.registry<{ id: string }>()
for (const [name, schema] of namedSchemas) if (!registry.has(schema)) registry.add(schema, { id: name })

/** An example of this schema, as a request (`input`) or a response (`output`). `tag` is the endpoint's tag. */
export function buildExample(schema: z.ZodType, io: 'input' | 'output', tag: string): unknown {
  const json = z.toJSONSchema(z.object({ it: schema }), {
    io,
    unrepresentable: 'any',
    metadata: registry,
    override: applyJsonSchemaOverride,
  }) as JsonSchema // zod's type has the same keys
  return exampleFromSchema(json.properties?.it ?? {}, {
    defs: json.$defs ?? {},
    shape: tag,
    tag,
    field: '',
    depth: 0,
  })
}

type ExampleContext = {
  defs: Record<string, JsonSchema>
  shape: string
  tag: string
  field: string
  depth: number
}

function exampleFromSchema(json: JsonSchema, context: ExampleContext): unknown {
  const { field, shape, tag } = context
  const created = shape.replace(/Changes$/, 'Write')
  for (const name of [`${shape}.${field}`, `${created}.${field}`, `${tag}.${field}`, field])
    if (field && Object.hasOwn(exampleValues, name) && matchesSchema(exampleValues[name], json, context))
      return exampleValues[name]
  if (json.$ref) {
    const name = json.$ref.replace('#/$defs/', '')
    return exampleFromSchema(context.defs[name] ?? {}, { ...context, shape: name, field: '' })
  }
  if (json.const !== undefined) return json.const
  if (json.default !== undefined) return json.default
  if (json.enum) return json.enum[0]
  const choices = json.anyOf ?? json.oneOf
  if (choices) return exampleFromSchema(choices.find(({ type }) => type !== 'null') ?? {}, context)
  if (json.allOf) return Object.assign({}, ...json.allOf.map((part) => exampleFromSchema(part, context)))
  return exampleOfType(Array.isArray(json.type) ? json.type[0] : json.type, json, context)
}

function exampleOfType(type: string | undefined, json: JsonSchema, context: ExampleContext): unknown {
  switch (type) {
    case 'string':
      return exampleText(json.format, context.field)
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, json.minimum ?? (json.exclusiveMinimum ?? -1) + 1), json.maximum ?? 1e9)
    case 'boolean':
      return /^(enabled|is_current|can_|ok$)/.test(context.field)
    case 'array':
      return json.items && context.depth < 6
        ? [exampleFromSchema(json.items, { ...context, field: '', depth: context.depth + 1 })]
        : []
    case 'object':
      return Object.fromEntries(
        Object.entries(json.properties ?? {}).flatMap(([field, part]) => {
          const value = exampleFromSchema(part, { ...context, field, depth: context.depth + 1 })
          return value === undefined ? [] : [[field, value]]
        }),
      )
    case 'null':
      return null
    default:
      return context.field ? 'Pro' : {}
  }
}

function exampleText(format: string | undefined, field: string): string {
  switch (format) {
    case 'date-time':
      return field === 'created_at' ? '2026-03-02T09:14:07.512Z' : '2026-03-02T10:02:41.080Z'
    case 'date':
      return '2026-03-02'
    case 'uuid':
      return '0f8fad5b-d9cb-469f-a165-70867728950e'
    case 'email':
      return 'grace@customer.example'
    case 'uri':
      return 'https://desk.acme.example'
    default:
      return field === '' ? 'parcel' : field.replace(/^.*\./, '').replaceAll('_', ' ')
  }
}

/** Whether an example value fits this schema: the same field name can be a string in one place and a list in another. */
function matchesSchema(value: unknown, json: JsonSchema, context: ExampleContext): boolean {
  if (value === undefined) return true
  if (json.$ref) return matchesSchema(value, context.defs[json.$ref.replace('#/$defs/', '')] ?? {}, context)
  if (json.const !== undefined) return json.const === value
  if (json.enum) return json.enum.includes(value)
  const choices = json.anyOf ?? json.oneOf
  if (choices) return choices.some((choice) => matchesSchema(value, choice, context))
  return !json.type || matchesType(value, json, context)
}

function matchesType(value: unknown, json: JsonSchema, context: ExampleContext): boolean {
  const types = [json.type].flat()
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) {
    const { items } = json
    return types.includes('array') && value.every((item) => !items || matchesSchema(item, items, context))
  }
  if (typeof value === 'number') return types.includes('number') || types.includes('integer')
  if (typeof value === 'string' && json.format && !matchesFormat(json.format, value)) return false
  return types.includes(typeof value)
}

const matchesFormat = (format: string, value: string): boolean =>
  format === 'date-time' ? /^\d{4}-.*T/.test(value) : format === 'uuid' ? /^[0-9a-f-]{36}$/.test(value) : true
