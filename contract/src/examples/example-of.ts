import { z } from 'zod'
import { useDescription } from '../described-as.ts'
import { namedSchemas } from '../named-schemas.ts'
import { values } from './values.ts'

type Json = {
  $ref?: string
  $defs?: Record<string, Json>
  const?: unknown
  default?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  type?: string | string[]
  format?: string
  properties?: Record<string, Json>
  items?: Json
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  additionalProperties?: boolean | Json
}

const registry = z.registry<{ id: string }>()
for (const [name, schema] of namedSchemas) if (!registry.has(schema)) registry.add(schema, { id: name })

/** An example of this shape, as it is written or as it is answered; `tag` says in whose group it stands. */
export function exampleOf(schema: z.ZodType, io: 'input' | 'output', tag: string): unknown {
  const json = z.toJSONSchema(z.object({ it: schema }), {
    io,
    unrepresentable: 'any',
    metadata: registry,
    override: useDescription,
  }) as Json // zod's own type names the same keys
  return compose(json.properties?.it ?? {}, { defs: json.$defs ?? {}, shape: tag, tag, field: '', depth: 0 })
}

type Place = { defs: Record<string, Json>; shape: string; tag: string; field: string; depth: number }

function compose(json: Json, place: Place): unknown {
  const { field, shape, tag } = place
  const created = shape.replace(/Changes$/, 'Write')
  for (const name of [`${shape}.${field}`, `${created}.${field}`, `${tag}.${field}`, field])
    if (field && Object.hasOwn(values, name) && fits(values[name], json, place)) return values[name]
  if (json.$ref) {
    const name = json.$ref.replace('#/$defs/', '')
    return compose(place.defs[name] ?? {}, { ...place, shape: name, field: '' })
  }
  if (json.const !== undefined) return json.const
  if (json.default !== undefined) return json.default
  if (json.enum) return json.enum[0]
  const choices = json.anyOf ?? json.oneOf
  if (choices) return compose(choices.find(({ type }) => type !== 'null') ?? {}, place)
  if (json.allOf) return Object.assign({}, ...json.allOf.map((part) => compose(part, place)))
  return ofType(Array.isArray(json.type) ? json.type[0] : json.type, json, place)
}

function ofType(type: string | undefined, json: Json, place: Place): unknown {
  switch (type) {
    case 'string':
      return text(json.format, place.field)
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, json.minimum ?? (json.exclusiveMinimum ?? -1) + 1), json.maximum ?? 1e9)
    case 'boolean':
      return /^(enabled|is_current|can_|ok$)/.test(place.field)
    case 'array':
      return json.items && place.depth < 6
        ? [compose(json.items, { ...place, field: '', depth: place.depth + 1 })]
        : []
    case 'object':
      return Object.fromEntries(
        Object.entries(json.properties ?? {}).flatMap(([field, part]) => {
          const value = compose(part, { ...place, field, depth: place.depth + 1 })
          return value === undefined ? [] : [[field, value]]
        }),
      )
    case 'null':
      return null
    default:
      return place.field ? 'Pro' : {}
  }
}

function text(format: string | undefined, field: string): string {
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

/** Whether a value of the table is of this kind: the same word names a text here and a list there. */
function fits(value: unknown, json: Json, place: Place): boolean {
  if (value === undefined) return true
  if (json.$ref) return fits(value, place.defs[json.$ref.replace('#/$defs/', '')] ?? {}, place)
  if (json.const !== undefined) return json.const === value
  if (json.enum) return json.enum.includes(value)
  const choices = json.anyOf ?? json.oneOf
  if (choices) return choices.some((choice) => fits(value, choice, place))
  const kinds = Array.isArray(json.type) ? json.type : json.type ? [json.type] : null
  if (!kinds) return true
  if (value === null) return kinds.includes('null')
  if (Array.isArray(value))
    return kinds.includes('array') && value.every((item) => !json.items || fits(item, json.items, place))
  if (typeof value === 'number') return kinds.includes('number') || kinds.includes('integer')
  if (typeof value === 'string' && json.format && !matchesFormat(json.format, value)) return false
  return kinds.includes(typeof value)
}

const matchesFormat = (format: string, value: string): boolean =>
  format === 'date-time' ? /^\d{4}-.*T/.test(value) : format === 'uuid' ? /^[0-9a-f-]{36}$/.test(value) : true
