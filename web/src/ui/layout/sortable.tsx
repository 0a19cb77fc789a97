import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../inputs/icon-button.tsx'

/** A vertical list that is sortable by dragging, or with Space and the arrow keys. Each row calls `useSortableRow`. */
export function Sortable<Id extends UniqueIdentifier>({
  ids,
  nameOf,
  onMove,
  children,
}: {
  /** In order; 0 is not allowed. */
  ids: readonly Id[]
  /** Names for screen reader announcements. */
  nameOf: (id: Id) => string
  onMove: (id: Id, to: Id) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const findId = (id: UniqueIdentifier | undefined) => ids.find((one) => one === id)
  const announcement = (key: string, active: UniqueIdentifier, over?: UniqueIdentifier) => {
    const [moved, at] = [findId(active), findId(over)]
    return moved === undefined
      ? undefined
      : t(key, {
          name: nameOf(moved),
          place: ids.indexOf(at ?? moved) + 1,
          all: ids.length,
        })
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => announcement('ui.sort.lifted', active.id),
    onDragOver: ({ active, over }) => announcement('ui.sort.over', active.id, over?.id),
    onDragEnd: ({ active, over }) => announcement('ui.sort.dropped', active.id, over?.id),
    onDragCancel: ({ active }) => announcement('ui.sort.cancelled', active.id),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('ui.sort.help') } }}
      onDragEnd={({ active, over }) => {
        const [id, to] = [findId(active.id), findId(over?.id)]
        if (id !== undefined && to !== undefined && id !== to) onMove(id, to)
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

/** Props of a sortable row, and its drag handle. */
export function useSortableRow(id: UniqueIdentifier, name: string) {
  const { t } = useTranslation()
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id, attributes: { roleDescription: t('ui.sort.role') } })
  return {
    row: {
      ref: setNodeRef,
      style: {
        transform: CSS.Transform.toString(transform && { ...transform, x: 0, scaleX: 1, scaleY: 1 }),
        transition,
        ...(isDragging && { zIndex: 1 }),
      },
      'data-dragging': isDragging || undefined,
    },
    handle: (
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        label={t('ui.sort.move', { name })}
        size="sm"
        className="relative touch-none cursor-grab"
      >
        <GripVertical size={14} aria-hidden className="text-ink-3" />
      </IconButton>
    ),
  }
}
