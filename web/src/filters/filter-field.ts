import type { ReactNode } from 'react'

/** Kinds of fields, by the operators and the input they get. */
export type FilterFieldKind = 'select' | 'boolean' | 'text' | 'date' | 'number' | 'tags'
export type FilterOption = { value: string; label: string; icon?: ReactNode; keywords?: string }
export type FilterField = {
  /** Model and field as in the API: `contacts.email`. */
  id: string
  kind: FilterFieldKind
  label: string
  /** For `select` and `tags`. */
  options: readonly FilterOption[]
}
