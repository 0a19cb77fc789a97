import { Sortable, useSortableRow } from '../../ui/layout/sortable.tsx'
import { type EntityItemProps, EntityRows, type EntityRowsProps } from './entity-rows.tsx'

/** The rows of a list whose order matters. */
export function SortableRows({
  onMove,
  ...rest
}: EntityRowsProps & { onMove: (id: number, to: number) => void }) {
  if (rest.rows.length < 2) return <EntityRows {...rest} />
  const ids = rest.rows.map(({ id }) => Number(id))
  return (
    <Sortable ids={ids} nameOf={(id) => rest.rows.find((row) => row.id === id)?.name ?? ''} onMove={onMove}>
      <EntityRows {...rest} Item={SortableItem} />
    </Sortable>
  )
}

function SortableItem({ row: entity, className, onFocus, children }: EntityItemProps) {
  const { row, handle } = useSortableRow(Number(entity.id), entity.name)
  return (
    <li
      {...row}
      onFocus={onFocus}
      className={`${className} pl-1! data-dragging:rounded-md data-dragging:bg-raised data-dragging:shadow-pop`}
    >
      <span className="relative z-1">{handle}</span>
      {children}
    </li>
  )
}
