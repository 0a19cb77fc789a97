import { z } from 'zod'

type Optional<Shape extends z.ZodRawShape> = { [Key in keyof Shape]: z.ZodOptional<Shape[Key]> }

const changesSchemas = new WeakSet<z.ZodType>()

/** The body of a PUT for an object that a POST creates by `schema`: a key that is left out keeps its value (docs/decisions/0062). */
export function changesTo<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
): z.ZodObject<Optional<Shape>> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    // A default is for new objects. One that is checked itself is parsed as it is, and its result left out by `onlySent`.
    z.optional(field instanceof z.ZodDefault && !field.def.checks?.length ? field.unwrap() : field),
  ])
  const changes = z.object(Object.fromEntries(fields) as Optional<Shape>) // the keys of the shape
  changesSchemas.add(changes)
  return changes
}

/** Whether a schema was made by `changesTo`. */
export const isChangesSchema = (schema: z.ZodType): boolean => changesSchemas.has(schema)

/** What was parsed, without the keys that were not sent: some fields read undefined as their empty value. */
export function pickSentFields(parsed: unknown, sent: unknown): unknown {
  if (typeof parsed !== 'object' || parsed === null || typeof sent !== 'object' || sent === null)
    return parsed
  return Object.fromEntries(Object.entries(parsed).filter(([key]) => Object.hasOwn(sent, key)))
}
