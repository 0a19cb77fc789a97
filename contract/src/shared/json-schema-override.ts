import { z } from 'zod'

/** JSON Schemas of what is described by hand. */
const overrides = z.registry<{ json: () => object }>()

/**
 * Describes a schema to readers of the API by other words than its own: where it is lenient with old clients, or says less
 * than it means. A function, as the web client never asks for it.
 */
export const withJsonSchema = <Schema extends z.ZodType>(schema: Schema, json: () => object): Schema => {
  overrides.add(schema, { json })
  return schema
}

/** For `z.toJSONSchema`: takes what `describedAs` was given in place of what zod wrote. */
export function applyJsonSchemaOverride({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: object
}): void {
  const json = overrides.get(zodSchema)?.json()
  if (!json) return
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema] // a key of its own
  Object.assign(jsonSchema, json)
}
