import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useCommands } from '../../../commands/command-registry.ts'
import { useBufferKeydowns } from '../../../commands/keystroke-buffer/keydown-replay.ts'
import { openTab } from '../../../lib/browser/open-tab.ts'
import { whenIdle } from '../../../lib/browser/when-idle.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useEverTrue } from '../../../lib/use-ever-true.ts'
import type { Point } from '../../../ui/overlays/context-menu.tsx'
import { listCommands } from './list-commands.ts'
import { type CursorState, clampIndex, findCursor, rowBelow } from './list-cursor.ts'
import { useFocusFollowsOpen, useRestoredFocus, useShowOpenRow } from './row-focus.ts'
import { emptySelection, extendSelection, selectAll, toggleRow } from './selection.ts'
import { useFocusedRow } from './use-focused-row.ts'
import { useOpenOnMove } from './use-open-on-move.ts'
import { useOpening } from './use-opening.ts'
import { usePrefetchNeighbours, usePrefetchOnRest } from './use-prefetch-rows.ts'
import { useRowsView, VirtualRows } from './virtual-rows.tsx'

const BulkBar = lazyPart(() => import('../bulk/bulk-bar.tsx'), 'BulkBar')
const FocusedRowCommands = lazyPart(() => import('./focused-row-commands.tsx'), 'FocusedRowCommands')
const RowMenu = lazyPart(() => import('./row-menu.tsx'), 'RowMenu')

/** Horizontal offset of a row menu opened by keyboard, in pixels. */
const MENU_OFFSET_X = 48

/** Rows with a cursor: j and k, or the arrows, move it; its row has the focus. With Shift they select on the way. */
export function ListRows({
  rows,
  label,
  pathOf,
  openUuid,
  showAssignee,
  onPrefetch,
  end,
}: {
  rows: readonly ConversationListItem[]
  label: string
  pathOf: (uuid?: string) => string
  openUuid: string | null
  showAssignee: boolean
  onPrefetch: (uuid: string) => void
  end: ReactNode
}) {
  const navigate = useNavigate()
  const { view, focusRow, showRow } = useRowsView()
  const [focused, setFocused] = useFocusedRow()
  const [cursorState, setCursorState] = useState<CursorState | null>(null)
  const [selection, setSelection] = useState(emptySelection)
  const newRows = useNewRows(rows)
  const [menu, setMenu] = useState<{ uuid: string; point: Point; open: boolean } | null>(null)

  // Another conversation was opened since, by a row, the palette or a link: move the cursor there.
  if (cursorState && openUuid !== null && cursorState.openUuid !== openUuid) setCursorState(null)
  const openIndex = rows.findIndex((row) => row.uuid === openUuid)
  const { index: cursor, isLost: isCursorLost } = findCursor(rows, cursorState, openUuid)
  const onHover = usePreload(rows, cursor, onPrefetch)

  const moveTo = (index: number) => {
    const row = rows[clampIndex(index, rows)]
    if (!row) return
    setCursorState({ uuid: row.uuid, index: rows.indexOf(row), openUuid })
    focusRow(rows.indexOf(row), row.uuid)
  }
  const open = useOpening(openUuid, (uuid) => void navigate({ to: pathOf(uuid), search: true }))
  // Instead of a history entry for each conversation on the way.
  const openSoon = useOpenOnMove(
    (uuid) => void navigate({ to: pathOf(uuid), search: true, replace: openUuid !== null }),
  )
  const move = (step: 1 | -1) => {
    const index = clampIndex(isCursorLost && step === 1 ? cursor : cursor + step, rows)
    moveTo(index)
    openSoon(rows[index]?.uuid)
  }
  const uuids = rows.map((row) => row.uuid)
  const selectedRows = rows.filter((row) => selection.selected.has(row.uuid))
  const select = (uuid: string, index: number) => {
    setCursorState({ uuid, index, openUuid })
    setSelection((now) => toggleRow(now, uuid))
  }
  const selectTo = (uuid: string, index: number) => {
    setCursorState({ uuid, index, openUuid })
    setSelection((now) => extendSelection(now, uuids, uuid, rows[Math.max(0, cursor)]?.uuid))
  }
  const moveSelecting = (step: 1 | -1) => {
    const index = clampIndex(Math.max(0, cursor) + step, rows)
    const row = rows[index]
    if (!row) return
    selectTo(row.uuid, index)
    focusRow(index, row.uuid)
  }
  const withCursorRow = (act: (uuid: string, index: number) => void) => () => {
    const row = rows[Math.max(0, cursor)]
    if (row) act(row.uuid, Math.max(0, cursor))
  }
  const menuFor = (uuid: string, index: number) => {
    focusRow(index, uuid, (row) => {
      const { left, top, bottom } = row.getBoundingClientRect()
      setMenu({ uuid, point: { x: left + MENU_OFFSET_X, y: top, bottom }, open: true })
    })
  }
  // The focused row left the list: focus the row in its place.
  const hasFocusedRowLeft = isCursorLost && focused === cursorState?.uuid && focused !== openUuid
  const successor = hasFocusedRowLeft ? rows[cursor] : undefined
  if (successor) {
    setCursorState({ uuid: successor.uuid, index: cursor, openUuid })
    setFocused(successor.uuid)
  }
  const focusedRow = rows.find((row) => row.uuid === focused && row.uuid !== openUuid)
  useRestoredFocus(focusRow, rows, focused)
  useFocusFollowsOpen({ focusRow, rows, focused, setFocused, openUuid })
  const continueBelow = (done: readonly ConversationListItem[]) => {
    const next = rowBelow(rows, done)
    if (rows[next] && rows[next].uuid !== openUuid) moveTo(next)
  }
  useShowOpenRow(showRow, openUuid, openIndex)
  const back = () => {
    if (openIndex >= 0) moveTo(openIndex)
    void navigate({ to: pathOf(), search: true })
  }
  useCommands(
    listCommands({
      move,
      moveSelecting,
      select: withCursorRow(select),
      selectAll: () => setSelection(selectAll(uuids)),
      open: withCursorRow(open),
      openTab: withCursorRow((uuid) => openTab(pathOf(uuid))),
      openMenu: withCursorRow(menuFor),
      back,
      isOpen: openUuid !== null,
    }),
  )

  return (
    <>
      <VirtualRows
        ref={view}
        rows={rows}
        newRows={newRows}
        label={label}
        pathOf={pathOf}
        cursor={Math.max(0, cursor)}
        focused={focusedRow?.uuid ?? null}
        showAssignee={showAssignee}
        onMove={move}
        onMoveTo={moveTo}
        selected={selection.selected}
        onMoveSelecting={moveSelecting}
        onOpen={open}
        onSelect={select}
        onSelectTo={selectTo}
        onRowFocus={(row, index) => {
          setCursorState({ uuid: row.uuid, index, openUuid })
          setFocused(row.uuid)
          onPrefetch(row.uuid)
        }}
        onHover={onHover}
        menuRow={menu?.open ? menu.uuid : null}
        onMenu={(uuid, at) => setMenu({ uuid, point: at, open: true })}
        end={end}
      />
      {menu && (
        <Suspense>
          <RowMenu
            // For a selected row the menu applies to the whole selection.
            rows={
              selection.selected.has(menu.uuid) ? selectedRows : rows.filter(({ uuid }) => uuid === menu.uuid)
            }
            at={menu.point}
            open={menu.open}
            onClose={() => setMenu({ ...menu, open: false })}
            onClosed={() => document.querySelector<HTMLElement>(`[data-row="${menu.uuid}"]`)}
            pathOf={pathOf}
            onOpenRow={open}
            onSelect={(uuid) => select(uuid, uuids.indexOf(uuid))}
          />
        </Suspense>
      )}
      <RowCommands
        focusedRow={focusedRow}
        selectedRows={selectedRows}
        onOpen={open}
        onFinished={continueBelow}
        onClear={() => setSelection(emptySelection)}
      />
    </>
  )
}

/**
 * Loads the rows beside the cursor and under the pointer, for which it returns the listener, and these parts while idle: the network may be
 * gone when the first row is selected.
 */
function usePreload(
  rows: readonly ConversationListItem[],
  cursor: number,
  onPrefetch: (uuid: string) => void,
) {
  usePrefetchNeighbours(rows, cursor, onPrefetch)
  useEffect(
    () =>
      whenIdle(() => {
        BulkBar.preload()
        FocusedRowCommands.preload()
        RowMenu.preload()
      }),
    [],
  )
  return usePrefetchOnRest(onPrefetch)
}

/** The commands for the selection, or else for the focused row. */
function RowCommands({
  focusedRow,
  selectedRows,
  onOpen,
  onFinished,
  onClear,
}: {
  focusedRow: ConversationListItem | undefined
  selectedRows: readonly ConversationListItem[]
  onOpen: (uuid: string) => void
  onFinished: (rows: readonly ConversationListItem[]) => void
  onClear: () => void
}) {
  const wasFocused = useEverTrue(focusedRow !== undefined)
  if (selectedRows.length > 0)
    return (
      <Suspense fallback={<BufferKeysWhileLoading />}>
        <BulkBar rows={selectedRows} onFinished={onFinished} onClear={onClear} />
      </Suspense>
    )
  if (!wasFocused) return null
  return (
    <Suspense fallback={focusedRow && <BufferKeysWhileLoading />}>
      <FocusedRowCommands row={focusedRow} onOpen={onOpen} />
    </Suspense>
  )
}

/**
 * Buffers all keys but the list's own until the selection's commands have loaded; they would act on the open
 * conversation.
 */
function BufferKeysWhileLoading() {
  useBufferKeydowns(isListCommand)
  return null
}
const isListCommand = (id: string) => id.startsWith('list.')

/** Rows added since the list was first shown; they fade in. */
function useNewRows(rows: readonly ConversationListItem[]): ReadonlySet<string> {
  const [previous, setPrevious] = useState({ rows, known: uuidSet(rows), fresh: uuidSet([]) })
  if (previous.rows === rows) return previous.fresh
  const added = uuidSet(rows.filter((row) => !previous.known.has(row.uuid)))
  setPrevious({
    rows,
    known: new Set([...previous.known, ...added]),
    fresh: added.size > 0 ? added : previous.fresh,
  })
  return added
}

const uuidSet = (rows: readonly ConversationListItem[]): ReadonlySet<string> =>
  new Set(rows.map((row) => row.uuid))
