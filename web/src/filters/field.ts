import type { ReactNode } from 'react'

/** Kinds as the builder tells them apart: by the operators and the control that they get. */
export type Kind = 'select' | 'boolean' | 'text' | 'date' | 'number' | 'tags'
export type Option = { value: string; label: string; icon?: ReactNode; keywords?: string }
export type Field = {
  /** Model and field of the wire: `contacts.email`. */
  id: string
  kind: Kind
  label: string
  /** For `select` and `tags`. */
  options: readonly Option[]
}
