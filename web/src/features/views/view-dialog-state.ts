import type { FilterNode } from '@parley/contract/shared/filters'
import type { View } from '@parley/contract/views/views'
import { useSyncExternalStore } from 'react'

/** The open view dialog; one at a time. */
export type ViewDialogState =
  | { kind: 'new'; filters: readonly FilterNode[] }
  | { kind: 'edit' | 'delete'; view: View }

let current: ViewDialogState | null = null
const listeners = new Set<() => void>()

/** Opens a view dialog from anywhere: the panel, a list, the palette. */
export function openViewDialog(form: ViewDialogState | null) {
  current = form
  for (const listener of listeners) listener()
}

export const useViewDialog = (): ViewDialogState | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )

/** The contract types filters loosely; the server has validated them. */
export const viewFilters = (view: Pick<View, 'filters'>): FilterNode[] => view.filters as FilterNode[]
