import type { FilterNode } from '@parley/contract/shared/filters'
import type { View } from '@parley/contract/views/views'
import { useSyncExternalStore } from 'react'

/** The open view dialog; one at a time. */
export type ViewDialogState =
  | { kind: 'new'; filters: readonly FilterNode[] }
  | { kind: 'edit' | 'delete'; view: View }

let open: ViewDialogState | null = null
const listeners = new Set<() => void>()

/** Opens a view dialog from anywhere: the panel, a list, the palette. */
export function openViewDialog(form: ViewDialogState | null) {
  open = form
  for (const changed of listeners) changed()
}

export const useViewDialog = (): ViewDialogState | null =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => open,
  )

/** The contract types filters loosely; the server has validated them. */
export const viewFilters = (view: Pick<View, 'filters'>): FilterNode[] => view.filters as FilterNode[]
