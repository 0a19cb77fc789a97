import { z } from 'zod'

type Optional<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodOptional<Shape[Key]> }

const changesSchemas = new WeakSet<z.ZodType>()

/** The schema of a PUT body for objects that a POST creates with `schema`: omitted keys keep their value (docs/decisions/0042-partial-updates-and-etags.md). */
export function changesTo<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): z.ZodObject<Optional<Shape>> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    // Defaults are only for new objects. A default with its own checks is kept for parsing, and `pickSentFields` drops its result.
    z.optional(field instanceof z.ZodDefault && !field.def.checks?.length ? field.unwrap() : field),
  ])
  const changes = z.object(Object.fromEntries(fields) as Optional<Shape>) // has the keys of the shape
  changesSchemas.add(changes)
  return changes
}

/** Whether a schema was created by `changesTo`. */
export const isChangesSchema = (schema: z.ZodType): boolean => changesSchemas.has(schema)

/** The parsed body without keys that were not sent, because some fields parse undefined as an empty value. */
export function pickSentFields(parsed: unknown, sent: unknown): unknown {
  if (typeof parsed !== 'object' || parsed === null || typeof sent !== 'object' || sent === null)
    return parsed
  return Object.fromEntries(Object.entries(parsed).filter(([key]) => Object.hasOwn(sent, key)))
}
