import type { AnyView } from '@parley/contract/views/shared-views'
import { useMoveView } from '../../features/views/use-move-view.ts'
import { dropTarget } from '../../features/views/view-groups.ts'
import { Sortable, useSortableRow } from '../../ui/layout/sortable.tsx'
import { ViewRow } from './view-row.tsx'

type Count = (id: number) => number | null | undefined

/** The views of one group, in an order that the agent may change. */
export function SortableViews({ views, countOf }: { views: readonly AnyView[]; countOf: Count }) {
  const move = useMoveView()
  return (
    <Sortable
      ids={views.map(({ id }) => id)}
      nameOf={(id) => views.find((view) => view.id === id)?.name ?? ''}
      onMove={(id, over) => move(id, dropTarget(views, id, over))}
    >
      {views.map((view) => (
        <SortableView key={view.id} view={view} countOf={countOf} isAlone={views.length === 1} />
      ))}
    </Sortable>
  )
}

/** A view that is alone has no handle, but stays the same row when others join it. */
function SortableView({ view, countOf, isAlone }: { view: AnyView; countOf: Count; isAlone: boolean }) {
  const { row, handle } = useSortableRow(view.id, view.name)
  return <ViewRow view={view} count={countOf(view.id)} row={row} handle={isAlone ? null : handle} />
}
