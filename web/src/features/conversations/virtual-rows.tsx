import type { ConversationListItem } from '@parley/contract/conversations'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
} from 'react'
import type { Point } from '../../ui/context-menu.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { useLongPress } from './use-long-press.ts'

export type RowsHandle = {
  /** Scrolls as little as needed for the row to be seen. */
  showRow: (index: number) => void
  /** `then` is called once it has the focus. */
  focusRow: (index: number, uuid: string, then?: (row: HTMLElement) => void) => void
}

/** Draws only the rows that can be seen, however many there are. */
export function VirtualRows({
  ref,
  rows,
  fresh,
  label,
  pathOf,
  cursor,
  focused,
  withAssignee,
  chosen,
  onMove,
  onMoveChoosing,
  onMoveTo,
  onChoose,
  onChooseTo,
  onNear,
  onHover,
  menuOf,
  onMenu,
  end,
}: {
  ref: Ref<RowsHandle>
  rows: readonly ConversationListItem[]
  /** Rows that fade in. */
  fresh: ReadonlySet<string>
  label: string
  pathOf: (uuid: string) => string
  /** The row that Tab leads to. */
  cursor: number
  /** The row that commands act on instead of the open conversation. */
  focused: string | null
  withAssignee: boolean
  /** Rows that the next action is for. */
  chosen: ReadonlySet<string>
  onMove: (step: 1 | -1) => void
  /** The same, choosing what is passed. */
  onMoveChoosing: (step: 1 | -1) => void
  onChoose: (uuid: string, index: number) => void
  /** Everything from the row chosen last to this one. */
  onChooseTo: (uuid: string, index: number) => void
  onMoveTo: (index: number) => void
  /** A row got the focus. */
  onNear: (row: ConversationListItem, index: number) => void
  onHover: (uuid: string) => void
  /** The row whose menu is open. */
  menuOf: string | null
  onMenu: (uuid: string, at: Point) => void
  end: ReactNode
}) {
  // The virtualizer is one object that changes inside; memoised reads of it would show old rows.
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const view = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 106,
    getItemKey: (index) => rows[index]?.uuid ?? index,
    overscan: 6,
    paddingStart: 4,
    scrollPaddingStart: 4,
    scrollPaddingEnd: 4,
    gap: 1,
  })
  useImperativeHandle(ref, () => ({
    showRow: (index) => view.scrollToIndex(index, { align: 'auto' }),
    focusRow(index, uuid, then) {
      view.scrollToIndex(index, { align: 'auto' })
      focusWhenDrawn(scroller, uuid, then)
    },
  }))

  const menuAt = (target: EventTarget, at: Point) => {
    const uuid =
      target instanceof Element && target.closest('li')?.querySelector('[data-row]')?.getAttribute('data-row')
    if (uuid) onMenu(uuid, at)
  }
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault()
    menuAt(event.target, { x: event.clientX, y: event.clientY })
  }
  const longPress = useLongPress(menuAt)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      ArrowDown: () => (event.shiftKey ? onMoveChoosing(1) : onMove(1)),
      ArrowUp: () => (event.shiftKey ? onMoveChoosing(-1) : onMove(-1)),
      Home: () => onMoveTo(0),
      End: () => onMoveTo(rows.length - 1),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <div ref={scroller} data-rows className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1">
      <ul
        aria-label={label}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        {...longPress}
        className="relative [-webkit-touch-callout:none]"
        style={{ height: `${view.getTotalSize()}px` }}
      >
        {view.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              ref={view.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={
                fresh.has(row.uuid) ? 'absolute inset-x-0 top-0 fade-in' : 'absolute inset-x-0 top-0'
              }
              style={{ transform: `translateY(${start}px)` }}
            >
              <ConversationRow
                row={row}
                path={pathOf(row.uuid)}
                tabIndex={index === cursor ? 0 : -1}
                focused={row.uuid === focused}
                withAssignee={withAssignee}
                chosen={chosen.has(row.uuid)}
                choosing={chosen.size > 0}
                menuOpen={row.uuid === menuOf}
                onChoose={() => onChoose(row.uuid, index)}
                onChooseTo={() => onChooseTo(row.uuid, index)}
                onHover={() => onHover(row.uuid)}
                onFocus={() => onNear(row, index)}
              />
            </li>
          )
        })}
      </ul>
      {end}
    </div>
  )
}

/** A row that was scrolled to is drawn a frame or two later. */
function focusWhenDrawn(
  scroller: { current: HTMLElement | null },
  uuid: string,
  then: (row: HTMLElement) => void = () => {},
  tries = 5,
) {
  const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${uuid}"]`)
  if (row) {
    row.focus({ preventScroll: true })
    then(row)
  } else if (tries > 0) requestAnimationFrame(() => focusWhenDrawn(scroller, uuid, then, tries - 1))
}
