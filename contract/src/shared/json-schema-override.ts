import { z } from 'zod'

/** Hand-written JSON Schemas. */
const overrides = z.registry<{ json: () => object }>()

/**
 * Overrides the JSON Schema in the API docs for a schema that is more lenient (with old clients) or less specific than it appears. A
 * function, because the web client never needs it.
 */
export const withJsonSchema = <Schema extends z.ZodType>(schema: Schema, json: () => object): Schema => {
  overrides.add(schema, { json })
  return schema
}

/** For `z.toJSONSchema`: replaces the generated JSON Schema with the one given to `withJsonSchema`. */
export function applyJsonSchemaOverride({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: object
}): void {
  const json = overrides.get(zodSchema)?.json()
  if (!json) return
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema] // one of its own keys
  Object.assign(jsonSchema, json)
}
