/** The subset of JSON Schema 2020-12 that zod generates. */
export type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  not?: JsonSchema
}

/** Converts a JSON Schema to a TypeScript type. `name` maps a definition to its type name; `depth` is the indentation level. */
export function schemaToTypeScript(schema: JsonSchema, name: (ref: string) => string, depth = 0): string {
  const inner = (part: JsonSchema, deeper = 0) => schemaToTypeScript(part, name, depth + deeper)
  if (schema.$ref) return name(schema.$ref.replace('#/$defs/', ''))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(inner))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => `(${inner(part)})`).join(' & ')
  if (schema.not) return 'never'
  if (Array.isArray(schema.type)) return schema.type.map((type) => inner({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(inner).join(', ')}]`
      return `Array<${schema.items ? inner(schema.items) : 'unknown'}>`
    case 'object':
      return objectType(schema, inner, depth)
    default:
      return 'unknown'
  }
}

function objectType(
  schema: JsonSchema,
  inner: (part: JsonSchema, deeper?: number) => string,
  depth: number,
): string {
  const { properties, required = [], additionalProperties, propertyNames } = schema
  if (!properties && typeof additionalProperties === 'object') {
    const isClosed = Boolean(propertyNames?.enum ?? propertyNames?.$ref)
    const record = `Record<${isClosed ? inner(propertyNames ?? {}) : 'string'}, ${inner(additionalProperties)}>`
    return isClosed && required.length === 0 ? `Partial<${record}>` : record
  }
  const fields = Object.entries(properties ?? {}).map(
    ([key, value]) => `${propertyKey(key)}${required.includes(key) ? '' : '?'}: ${inner(value, 1)}`,
  )
  return objectTypeLiteral(fields, depth)
}

const propertyKey = (key: string) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))

/** An object type with one field per line. */
export function objectTypeLiteral(fields: string[], depth: number): string {
  const blanks = '  '.repeat(depth)
  return fields.length === 0
    ? 'Record<string, never>'
    : `{\n${fields.map((field) => `${blanks}  ${field}\n`).join('')}${blanks}}`
}
