import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/**
 * Reads what comes with a request by its schema. A value that says "nothing" and that its field doesn't take means that the field was left
 * out: null in a body (api-contract 1.1), as clients of that kind send every key they know, and "" in a query, as forms send every field.
 */
export const validate: FastifySchemaCompiler<z.ZodType> = (context) => {
  const read = validatorCompiler(context)
  const nothing = context.httpPart === 'querystring' ? '' : null
  return (given) => {
    const first = read(given)
    if (typeof first !== 'object' || !('error' in first) || !(context.schema instanceof z.ZodType))
      return first
    return leaveOutRefused(context.schema, given, nothing) ? read(given) : first
  }
}

/** Removes the fields that hold `nothing` and that the schema refuses; whether there were any. */
function leaveOutRefused(schema: z.ZodType, given: unknown, nothing: null | ''): boolean {
  const issues = schema.safeParse(given).error?.issues ?? []
  return issues.filter(({ path }) => leaveOut(given, path, nothing)).length > 0
}

function leaveOut(given: unknown, path: readonly PropertyKey[], nothing: null | ''): boolean {
  const [key, ...rest] = path
  if (typeof given !== 'object' || given === null || key === undefined || !Object.hasOwn(given, key))
    return false
  const holder = given as Record<PropertyKey, unknown> // an object, as was seen
  if (rest.length > 0) return leaveOut(holder[key], rest, nothing)
  // A gap in a list would move what stands behind it.
  if (holder[key] !== nothing || Array.isArray(given)) return false
  return delete holder[key]
}
