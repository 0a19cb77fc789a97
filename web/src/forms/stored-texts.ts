import type { z } from 'zod'

type Fields = Readonly<Record<string, unknown>>

/**
 * Some of a form's earlier values as the server stores them: the schema trims texts. `rest` are the values of the other
 * fields.
 */
export function storedTexts(schema: z.ZodType, rest: Fields, fields: Fields): Fields {
  const stored = schema.safeParse({ ...rest, ...fields }).data
  if (typeof stored !== 'object' || stored === null) return fields
  const texts = Object.entries(stored).filter(
    ([name, value]) => typeof value === 'string' && typeof fields[name] === 'string',
  )
  return { ...fields, ...Object.fromEntries(texts) }
}
