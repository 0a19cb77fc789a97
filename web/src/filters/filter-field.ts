import type { ReactNode } from 'react'

/** Kinds as the builder tells them apart: by the operators and the control that they get. */
export type FilterFieldKind = 'select' | 'boolean' | 'text' | 'date' | 'number' | 'tags'
export type FilterOption = { value: string; label: string; icon?: ReactNode; keywords?: string }
export type FilterField = {
  /** Model and field of the wire: `contacts.email`. */
  id: string
  kind: FilterFieldKind
  label: string
  /** For `select` and `tags`. */
  options: readonly FilterOption[]
}
