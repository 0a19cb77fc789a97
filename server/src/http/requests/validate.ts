import { allEndpoints } from '@parley/contract/all-endpoints'
import { isChangesSchema, pickSentFields } from '@parley/contract/shared/changes-schema'
import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isForm } from './body-parsers.ts'

/**
 * Validates request input against its schema. An empty value that its field does not accept counts as absent: null in a body
 * (docs/spec/wire.md#requests), because some clients send every key they know, and "" in a query, because forms send every field. A PUT that
 * only newer clients send rejects null instead (docs/decisions/0042-partial-updates-and-etags.md).
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

/** Body schemas that never treat null as absent. */
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

/** Form values arrive as strings; converts numbers and booleans. */
const coerceFormFields =
  (schema: z.ZodType, validator: Validator): Validator =>
  (given) => {
    if (!isForm(given)) return validator(given)
    const form = given as Record<string, unknown> // a form is an object of strings
    for (const { path, code, ...issue } of schema.safeParse(form).error?.issues ?? []) {
      const [name, ...deeper] = path
      const text = typeof name === 'string' && deeper.length === 0 ? form[name] : undefined
      if (code !== 'invalid_type' || typeof text !== 'string' || !('expected' in issue)) continue
      form[String(name)] = coerceText(text, issue.expected)
    }
    return validator(form)
  }

function coerceText(text: string, expected: string): string | boolean | number {
  if (expected === 'boolean' && ['true', 'false'].includes(text)) return text === 'true'
  const isNumber = expected === 'number' || expected === 'int'
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** Removes fields with `emptyValue` that the schema rejects. Returns whether there were any. */
function removeRefusedEmptyFields(schema: z.ZodType, given: unknown, emptyValue: null | ''): boolean {
  const issues = schema.safeParse(given).error?.issues ?? []
  return issues.filter(({ path }) => removeEmptyAt(given, path, emptyValue)).length > 0
}

function removeEmptyAt(given: unknown, path: readonly PropertyKey[], emptyValue: null | ''): boolean {
  const [key, ...rest] = path
  if (typeof given !== 'object' || given === null || key === undefined || !Object.hasOwn(given, key))
    return false
  const container = given as Record<PropertyKey, unknown> // an object, as checked above
  if (rest.length > 0) return removeEmptyAt(container[key], rest, emptyValue)
  // Removing an element would shift the rest of the list.
  if (container[key] !== emptyValue || Array.isArray(given)) return false
  return delete container[key]
}
