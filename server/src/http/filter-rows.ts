import { z } from 'zod'
import { invalid } from './errors.ts'

/** One row of the wire's filter list (api-contract 1.5, product-decisions 5). Clients send numbers and lists as strings or as themselves. */
const Filter = z.object({
  model: z.string().nullish(),
  field: z
    .string()
    .nullish()
    .transform((field) => field ?? ''),
  operator: z
    .string()
    .nullish()
    .transform((operator) => operator ?? ''),
  value: z.unknown().optional(),
})
export type Filter = z.infer<typeof Filter>

/** Reads a `filters` parameter. Incomplete rows are dropped: a client that is being typed into sends them (api-contract 10.5). */
export function parseFilterRows(text: string | undefined): Filter[] {
  if (!text?.trim()) return []
  const rows = z.array(Filter).max(50).safeParse(parseJson(text))
  if (!rows.success) throw invalid('filters', 'Filters are a JSON list of {model, field, operator, value}')
  return rows.data.filter(isComplete)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const valueless = new Set(['set', 'not set'])
const isComplete = (f: Filter) =>
  f.field !== '' &&
  f.operator !== '' &&
  (valueless.has(f.operator) || (f.value !== undefined && f.value !== null && f.value !== ''))
