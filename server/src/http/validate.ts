import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/**
 * Reads what comes with a request by its schema. Where null is no value of a field it means that the field was left out (api-contract 1.1):
 * clients of that kind send every key they know.
 */
export const validate: FastifySchemaCompiler<z.ZodType> = (context) => {
  const read = validatorCompiler(context)
  return (given) => {
    const first = read(given)
    if (typeof first !== 'object' || !('error' in first) || !(context.schema instanceof z.ZodType))
      return first
    return leaveOutNulls(context.schema, given) ? read(given) : first
  }
}

/** Takes away the nulls that the schema refuses; whether there were any. */
function leaveOutNulls(schema: z.ZodType, given: unknown): boolean {
  const issues = schema.safeParse(given).error?.issues ?? []
  return issues.filter(({ path }) => leaveOut(given, path)).length > 0
}

function leaveOut(given: unknown, path: readonly PropertyKey[]): boolean {
  const [key, ...rest] = path
  if (typeof given !== 'object' || given === null || key === undefined || !Object.hasOwn(given, key))
    return false
  const holder = given as Record<PropertyKey, unknown> // an object, as was seen
  if (rest.length > 0) return leaveOut(holder[key], rest)
  // A gap in a list would move what stands behind it.
  if (holder[key] !== null || Array.isArray(given)) return false
  return delete holder[key]
}
