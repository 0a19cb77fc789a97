import type { FilterNode } from '@parley/contract/shared/filters'
import type { AnyView } from '@parley/contract/views/shared-views'
import { createStore, useStore } from '../../lib/store.ts'

/** The open view dialog; one at a time. */
export type ViewDialogState =
  | { kind: 'new'; filters: readonly FilterNode[] }
  | { kind: 'edit'; view: AnyView }
  | { kind: 'delete'; view: AnyView }

const openDialog = createStore<ViewDialogState | null>(null)

/** Opens a view dialog from anywhere: the panel, a list, the palette. */
export const openViewDialog = openDialog.set

export const useViewDialog = (): ViewDialogState | null => useStore(openDialog)

/** The contract types filters loosely; the server has validated them. */
export const viewFilters = (view: Pick<AnyView, 'filters'>): FilterNode[] => view.filters as FilterNode[]
