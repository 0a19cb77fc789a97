import { type AttributeValue, readAttribute } from '@parley/contract/attribute-values'
import type { CustomAttribute } from '@parley/contract/custom-attributes'
import type { Tx } from '../../db/transact.ts'
import { AppError, type FieldError, invalid, notFound } from '../../http/errors.ts'
import { type Definition, listDefinitions } from './definitions.ts'
import { longestMatched, matchesPattern } from './pattern.ts'

export type Values = Record<string, unknown>
type Owner = CustomAttribute['applies_to']

/**
 * What is stored after all values were replaced. Keys without a definition are ignored, and what is stored under them stays. A value that
 * did not change is not judged: since it was written the definition may have become stricter, and other values must not wait for that.
 */
export async function replaceAll(tx: Tx, applies_to: Owner, stored: Values, given: Values): Promise<Values> {
  const definitions = await listDefinitions(tx.db, applies_to)
  const next: Values = { ...stored }
  const errors: FieldError[] = []
  for (const definition of definitions) {
    const { key } = definition
    const wanted = Object.hasOwn(given, key) ? given[key] : null
    if (Object.hasOwn(stored, key) && stored[key] === wanted) continue
    const reading = readValue(definition, wanted)
    if ('refusal' in reading) errors.push({ path: key, message: reading.refusal })
    else put(next, key, reading.value)
  }
  const [first] = errors
  if (first) throw new AppError(400, 'InputException', first.message, { errors })
  return next
}

/** What is stored after this one value was set, or cleared by null. */
export async function replaceOne(
  tx: Tx,
  applies_to: Owner,
  stored: Values,
  { key, value }: { key: string; value: AttributeValue },
): Promise<Values> {
  const definition = (await listDefinitions(tx.db, applies_to)).find((one) => one.key === key)
  if (!definition) throw notFound('Custom attribute')
  const reading = readValue(definition, value)
  if ('refusal' in reading) throw invalid('value', reading.refusal)
  const next = { ...stored }
  put(next, key, reading.value)
  return next
}

function put(values: Values, key: string, value: AttributeValue) {
  if (value === null) delete values[key]
  else values[key] = value
}

const withoutPattern: ReadonlySet<string> = new Set(['checkbox', 'list'])

type Judged = Pick<Definition, 'name' | 'data_type' | 'values' | 'regex' | 'regex_hint'>

export function readValue(definition: Judged, given: unknown): ReturnType<typeof readAttribute> {
  const reading = readAttribute(definition, given)
  const { name, regex, regex_hint, data_type } = definition
  if ('refusal' in reading || reading.value === null || regex === '' || withoutPattern.has(data_type))
    return reading
  const text = String(reading.value)
  if (text.length > longestMatched) return { refusal: `${name} must be ${longestMatched} characters or less` }
  if (matchesPattern(regex, text)) return reading
  return {
    refusal: regex_hint ? `${name}: ${regex_hint}` : `${name} does not have the form that is asked for`,
  }
}
