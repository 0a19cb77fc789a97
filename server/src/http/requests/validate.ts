import { allEndpoints } from '@parley/contract/all-endpoints'
import { isChangesSchema, pickSentFields } from '@parley/contract/shared/changes-schema'
import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isForm } from './body-parsers.ts'

/**
 * Reads what comes with a request by its schema. A value that says "nothing" and that its field doesn't take means that the field was left
 * out: null in a body (api-contract 1.1), as clients of that kind send every key they know, and "" in a query, as forms send every field.
 * A PUT that only newer clients send refuses null instead (docs/decisions/0062).
 */
export const validate: FastifySchemaCompiler<z.ZodType> = (context) => {
  const { schema, httpPart } = context
  const validator = validatorCompiler(context)
  const emptyValue = httpPart === 'querystring' ? '' : null
  if (httpPart !== 'body' || !(schema instanceof z.ZodType))
    return retryWithoutEmptyFields(schema, validator, emptyValue)
  const lenient = coerceFormFields(
    schema,
    nullRejectingBodies.has(schema) ? validator : retryWithoutEmptyFields(schema, validator, emptyValue),
  )
  if (!isChangesSchema(schema)) return lenient
  return (given) => {
    const result = lenient(given)
    return typeof result === 'object' && 'value' in result
      ? { value: pickSentFields(result.value, given) }
      : result
  }
}

/** The bodies in which null is never a key left out. */
const nullRejectingBodies = new WeakSet<z.ZodType>(
  [...allEndpoints.values()].filter(({ nulls }) => nulls === 'refused').map(({ body }) => body),
)

type Validator = ReturnType<FastifySchemaCompiler<z.ZodType>>

const retryWithoutEmptyFields =
  (schema: unknown, validator: Validator, emptyValue: null | ''): Validator =>
  (given) => {
    const first = validator(given)
    if (typeof first !== 'object' || !('error' in first) || !(schema instanceof z.ZodType)) return first
    return removeRefusedEmptyFields(schema, given, emptyValue) ? validator(given) : first
  }

/** Numbers and switches of a form arrive as text. */
const coerceFormFields =
  (schema: z.ZodType, validator: Validator): Validator =>
  (given) => {
    if (!isForm(given)) return validator(given)
    const form = given as Record<string, unknown> // a form is an object of texts
    for (const { path, code, ...issue } of schema.safeParse(form).error?.issues ?? []) {
      const [name, ...deeper] = path
      const text = typeof name === 'string' && deeper.length === 0 ? form[name] : undefined
      if (code !== 'invalid_type' || typeof text !== 'string' || !('expected' in issue)) continue
      if (issue.expected === 'boolean' && ['true', 'false'].includes(text))
        form[String(name)] = text === 'true'
      if ((issue.expected === 'number' || issue.expected === 'int') && /^-?\d+(\.\d+)?$/.test(text))
        form[String(name)] = Number(text)
    }
    return validator(form)
  }

/** Removes the fields that hold `nothing` and that the schema refuses; whether there were any. */
function removeRefusedEmptyFields(schema: z.ZodType, given: unknown, emptyValue: null | ''): boolean {
  const issues = schema.safeParse(given).error?.issues ?? []
  return issues.filter(({ path }) => removeEmptyAt(given, path, emptyValue)).length > 0
}

function removeEmptyAt(given: unknown, path: readonly PropertyKey[], emptyValue: null | ''): boolean {
  const [key, ...rest] = path
  if (typeof given !== 'object' || given === null || key === undefined || !Object.hasOwn(given, key))
    return false
  const holder = given as Record<PropertyKey, unknown> // an object, as was seen
  if (rest.length > 0) return removeEmptyAt(holder[key], rest, emptyValue)
  // A gap in a list would move what stands behind it.
  if (holder[key] !== emptyValue || Array.isArray(given)) return false
  return delete holder[key]
}
