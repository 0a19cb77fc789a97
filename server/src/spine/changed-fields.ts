import { canonicalJson } from '../canonical-json.ts'

type Fields = Record<string, unknown>
export type Changes = Record<string, [unknown, unknown]>

/** The changed fields as `{field: [before, after]}`, for records that administrators create, change or delete (docs/spec/product-decisions.md#administration-is-logged). */
export function changedFields(before: Fields | null, after: Fields | null): Changes {
  const changes: Changes = {}
  for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [old, value] = [before?.[field] ?? null, after?.[field] ?? null]
    if (canonicalJson(old) !== canonicalJson(value)) changes[field] = [old, value]
  }
  return changes
}
