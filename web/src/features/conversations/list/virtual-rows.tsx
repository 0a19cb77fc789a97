import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { clsx } from 'clsx'
import {
  type ComponentProps,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useStableHandlers } from '../../../lib/use-stable-handlers.ts'
import type { Point } from '../../../ui/overlays/context-menu.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { scrollToRow } from './scroll-to-row.ts'
import { useLongPress } from './use-long-press.ts'
import { useRowData } from './use-row-data.ts'
import { useRowsInView } from './use-rows-in-view.ts'

export type RowsHandle = {
  /** Scrolls as little as needed to make the row visible. */
  showRow: (index: number) => void
  /** Calls `then` once the row has the focus. */
  focusRow: (index: number, uuid: string, then?: (row: HTMLElement) => void) => void
}

/** A handle for the `ref` of `VirtualRows`, whose functions stay the same. They do nothing until the rows are rendered. */
export function useRowsView() {
  const view = useRef<RowsHandle>(null)
  const [handle] = useState<RowsHandle>(() => ({
    showRow: (index) => view.current?.showRow(index),
    focusRow: (index, uuid, then) => view.current?.focusRow(index, uuid, then),
  }))
  return { view, ...handle }
}

/** Renders only the visible rows. */
export function VirtualRows({
  ref,
  rows,
  newRows,
  label,
  pathOf,
  cursor,
  focused,
  showAssignee,
  selected,
  onMove,
  onMoveSelecting,
  onMoveTo,
  onOpen,
  onSelect,
  onSelectTo,
  onRowFocus,
  onHover,
  menuRow,
  onMenu,
  end,
}: {
  ref: Ref<RowsHandle>
  rows: readonly ConversationListItem[]
  /** Rows that fade in. */
  newRows: ReadonlySet<string>
  label: string
  pathOf: (uuid: string) => string
  /** The row in the tab order. */
  cursor: number
  /** The row that commands act on instead of the open conversation. */
  focused: string | null
  showAssignee: boolean
  /** The selected rows. */
  selected: ReadonlySet<string>
  onMove: (step: 1 | -1) => void
  /** Moves and selects the rows on the way. */
  onMoveSelecting: (step: 1 | -1) => void
  onOpen: (uuid: string) => void
  onSelect: (uuid: string, index: number) => void
  /** Selects the range from the anchor to this row. */
  onSelectTo: (uuid: string, index: number) => void
  onMoveTo: (index: number) => void
  /** A row received the focus. */
  onRowFocus: (row: ConversationListItem, index: number) => void
  onHover: (uuid: string) => void
  /** The row whose menu is open. */
  menuRow: string | null
  onMenu: (uuid: string, at: Point) => void
  end: ReactNode
}) {
  // The virtualizer is a mutable object; memoised reads of it would show old rows.
  'use no memo'
  const { t, agentId, agentById, drafts, pathname, search } = useRowData()
  const scroller = useRef<HTMLDivElement>(null)
  const { virtualizer, rowsInView } = useRowsInView(rows, showAssignee, scroller)
  useImperativeHandle(ref, () => ({
    showRow: (index) => scrollToRow(virtualizer, index),
    focusRow(index, uuid, then) {
      scrollToRow(virtualizer, index)
      focusWhenRendered(scroller, uuid, then)
    },
  }))

  const openMenu = (target: EventTarget, at: Point) => {
    const uuid =
      target instanceof Element && target.closest('li')?.querySelector('[data-row]')?.getAttribute('data-row')
    if (uuid) onMenu(uuid, at)
  }
  const longPress = useLongPress(openMenu)
  const rowHandlers = useStableHandlers({ onOpen, onSelect, onSelectTo, onHover, onRowFocus })

  return (
    <div ref={scroller} data-rows className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1">
      <ul
        aria-label={label}
        onKeyDown={(event) =>
          runKey(event, {
            ArrowDown: () => (event.shiftKey ? onMoveSelecting(1) : onMove(1)),
            ArrowUp: () => (event.shiftKey ? onMoveSelecting(-1) : onMove(-1)),
            Home: () => onMoveTo(0),
            End: () => onMoveTo(rows.length - 1),
          })
        }
        onContextMenu={(event) => {
          event.preventDefault()
          openMenu(event.target, { x: event.clientX, y: event.clientY })
        }}
        {...longPress}
        className="relative [-webkit-touch-callout:none]"
        style={{ height: `${virtualizer.getTotalSize()}px` }}
      >
        {rowsInView.map(({ key, index, start }) => {
          const row = rows[index]
          if (!row) return null
          const path = pathOf(row.uuid)
          return (
            <VirtualRow
              key={key}
              row={row}
              t={t}
              agentId={agentId}
              path={path}
              search={search}
              current={path === pathname}
              draft={drafts.get(row.uuid) ?? null}
              assignee={row.assigned_user_id === null ? undefined : agentById.get(row.assigned_user_id)}
              index={index}
              count={rows.length}
              start={start}
              measure={virtualizer.measureElement}
              isNew={newRows.has(row.uuid)}
              tabIndex={index === cursor ? 0 : -1}
              focused={row.uuid === focused}
              showAssignee={showAssignee}
              selected={selected.has(row.uuid)}
              selecting={selected.size > 0}
              menuOpen={row.uuid === menuRow}
              handlers={rowHandlers}
            />
          )
        })}
      </ul>
      {end}
    </div>
  )
}

function runKey(event: KeyboardEvent, actions: Record<string, () => void>) {
  const action = actions[event.key]
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  action()
}

type RowHandlers = {
  onOpen: (uuid: string) => void
  onSelect: (uuid: string, index: number) => void
  onSelectTo: (uuid: string, index: number) => void
  onHover: (uuid: string) => void
  onRowFocus: (row: ConversationListItem, index: number) => void
}

/** Renders only when it changed: moving from row to row concerns two of them. */
const VirtualRow = memo(function VirtualRow({
  row,
  index,
  count,
  start,
  measure,
  isNew,
  handlers,
  ...shown
}: Omit<
  ComponentProps<typeof ConversationRow>,
  'onOpen' | 'onSelect' | 'onSelectTo' | 'onHover' | 'onFocus'
> & {
  index: number
  /** Of all rows. */
  count: number
  /** In pixels from the top of the list. */
  start: number
  measure: (element: Element | null) => void
  /** Whether it fades in. */
  isNew: boolean
  handlers: RowHandlers
}) {
  const { uuid } = row
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={clsx('absolute inset-x-0 top-0', isNew && 'fade-in')}
      style={{ transform: `translateY(${start}px)` }}
    >
      <ConversationRow
        {...shown}
        row={row}
        onOpen={() => handlers.onOpen(uuid)}
        onSelect={() => handlers.onSelect(uuid, index)}
        onSelectTo={() => handlers.onSelectTo(uuid, index)}
        onHover={() => handlers.onHover(uuid)}
        onFocus={() => handlers.onRowFocus(row, index)}
      />
    </li>
  )
})

/** A row that was scrolled to is rendered some frames later. */
function focusWhenRendered(
  scroller: { current: HTMLElement | null },
  uuid: string,
  then: (row: HTMLElement) => void = () => {},
  attempts = 20,
) {
  const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${uuid}"]`)
  if (row) {
    // Focusing it again would force a layout.
    if (row !== document.activeElement) row.focus({ preventScroll: true })
    then(row)
  } else if (attempts > 0) requestAnimationFrame(() => focusWhenRendered(scroller, uuid, then, attempts - 1))
}
