import { type AttributeValue, parseAttributeValue } from '@parley/contract/custom-attributes/attribute-values'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import type { Tx } from '../../db/transaction.ts'
import { AppError, type FieldError, invalid, notFound } from '../../http/errors.ts'
import { type CustomAttributeRow, listCustomAttributes } from './custom-attributes.ts'
import { matchesPattern, maxMatchedLength } from './pattern.ts'

export type AttributeValues = Record<string, unknown>
type Owner = CustomAttribute['applies_to']

/**
 * The stored values after replacing all of them. Unknown keys are ignored, and values stored under them are kept.
 * Unchanged values are not validated: the definition may have become stricter since, and other values must still be
 * editable.
 */
export async function replaceAllValues(
  tx: Tx,
  applies_to: Owner,
  stored: AttributeValues,
  input: AttributeValues,
): Promise<AttributeValues> {
  const definitions = await listCustomAttributes(tx.db, applies_to)
  const next: AttributeValues = { ...stored }
  const errors: FieldError[] = []
  for (const definition of definitions) {
    const { key } = definition
    const value = Object.hasOwn(input, key) ? input[key] : null
    if (Object.hasOwn(stored, key) && stored[key] === value) continue
    const result = validateValue(definition, value)
    if ('refusal' in result) errors.push({ path: key, message: result.refusal })
    else setOrClear(next, key, result.value)
  }
  const [first] = errors
  if (first) throw new AppError(400, 'InputException', first.message, { errors })
  return next
}

/** The stored values after setting this one, or clearing it with null. */
export async function replaceValue(
  tx: Tx,
  applies_to: Owner,
  stored: AttributeValues,
  { key, value }: { key: string; value: AttributeValue },
): Promise<AttributeValues> {
  const definition = (await listCustomAttributes(tx.db, applies_to)).find((one) => one.key === key)
  if (!definition) throw notFound('Custom attribute')
  const result = validateValue(definition, value)
  if ('refusal' in result) throw invalid('value', result.refusal)
  const next = { ...stored }
  setOrClear(next, key, result.value)
  return next
}

function setOrClear(values: AttributeValues, key: string, value: AttributeValue) {
  if (value === null) delete values[key]
  else values[key] = value
}

const typesWithoutPattern: ReadonlySet<string> = new Set(['checkbox', 'list'])

type ValidatedFields = Pick<CustomAttributeRow, 'name' | 'data_type' | 'values' | 'regex' | 'regex_hint'>

export function validateValue(
  definition: ValidatedFields,
  input: unknown,
): ReturnType<typeof parseAttributeValue> {
  const result = parseAttributeValue(definition, input)
  const { name, regex, regex_hint, data_type } = definition
  if ('refusal' in result || result.value === null || regex === '' || typesWithoutPattern.has(data_type))
    return result
  const text = String(result.value)
  if (text.length > maxMatchedLength)
    return { refusal: `${name} must be ${maxMatchedLength} characters or fewer` }
  if (matchesPattern(regex, text)) return result
  return {
    refusal: regex_hint ? `${name}: ${regex_hint}` : `${name} doesn’t match the required pattern`,
  }
}
