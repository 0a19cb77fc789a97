import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { useNavigate } from '@tanstack/react-router'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useCommands } from '../../../commands/command-registry.ts'
import { useBufferKeydowns } from '../../../commands/keystroke-buffer/keydown-replay.ts'
import { openTab } from '../../../lib/browser/open-tab.ts'
import { whenIdle } from '../../../lib/browser/when-idle.ts'
import type { Point } from '../../../ui/overlays/context-menu.tsx'
import { listCommands } from './list-commands.ts'
import { isRowVisible } from './row-visibility.ts'
import { emptySelection, extendSelection, selectAll, toggleRow } from './selection.ts'
import { useFocusedRow } from './use-focused-row.ts'
import { type RowsHandle, VirtualRows } from './virtual-rows.tsx'

const loadBulkBar = () => import('../bulk/bulk-bar.tsx').then((m) => ({ default: m.BulkBar }))
const BulkBar = lazy(loadBulkBar)
const loadFocusedRowCommands = () =>
  import('./focused-row-commands.tsx').then((m) => ({ default: m.FocusedRowCommands }))
const FocusedRowCommands = lazy(loadFocusedRowCommands)
const loadMenu = () => import('./row-menu.tsx').then((m) => ({ default: m.RowMenu }))
const RowMenu = lazy(loadMenu)

/** The row that j, k or the pointer last moved to, and the conversation that was open then. */
type CursorState = { uuid: string; index: number; openUuid: string | null }

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
  const view = useRef<RowsHandle>(null)
  const [focused, setFocused] = useFocusedRow()
  const [moved, setMoved] = useState<CursorState | null>(null)
  const [selection, setSelection] = useState(emptySelection)
  const fresh = useNewRows(rows)
  const [menu, setMenu] = useState<{ uuid: string; at: Point; open: boolean } | null>(null)
  // Load these while idle: the network may be gone when the first row is selected.
  useEffect(
    () =>
      whenIdle(() => {
        void loadBulkBar()
        void loadFocusedRowCommands()
        void loadMenu()
      }),
    [],
  )

  // Another conversation was opened since, by a row, the palette or a link: move the cursor there.
  if (moved && openUuid !== null && moved.openUuid !== openUuid) setMoved(null)
  const openIndex = rows.findIndex((row) => row.uuid === openUuid)
  const movedIndex = moved ? rows.findIndex((row) => row.uuid === moved.uuid) : -1
  // The row under the cursor may have left the list: the row in its place is next.
  const lost = moved !== null && movedIndex < 0 && (openIndex < 0 || moved.uuid !== openUuid)
  const cursor = movedIndex >= 0 ? movedIndex : lost ? Math.min(moved.index, rows.length - 1) : openIndex

  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))]
    if (!row) return
    const at = rows.indexOf(row)
    setMoved({ uuid: row.uuid, index: at, openUuid })
    view.current?.focusRow(at, row.uuid)
  }
  const move = (step: 1 | -1) => moveTo(lost && step === 1 ? cursor : cursor + step)
  const uuids = rows.map((row) => row.uuid)
  // A row that left the list is no longer selected.
  const chosen = rows.filter((row) => selection.selected.has(row.uuid))
  const clear = () => setSelection(emptySelection)
  const choose = (uuid: string, index: number) => {
    setMoved({ uuid, index, openUuid })
    setSelection((now) => toggleRow(now, uuid))
  }
  const chooseTo = (uuid: string, index: number) => {
    setMoved({ uuid, index, openUuid })
    setSelection((now) => extendSelection(now, uuids, uuid, rows[Math.max(0, cursor)]?.uuid))
  }
  const moveChoosing = (step: 1 | -1) => {
    const at = Math.max(0, Math.min(Math.max(0, cursor) + step, rows.length - 1))
    const row = rows[at]
    if (!row) return
    chooseTo(row.uuid, at)
    view.current?.focusRow(at, row.uuid)
  }
  const underCursor = (act: (uuid: string, index: number) => void) => () => {
    const row = rows[Math.max(0, cursor)]
    if (row) act(row.uuid, Math.max(0, cursor))
  }
  const open = (uuid: string) => void navigate({ to: pathOf(uuid), search: true })
  const menuFor = (uuid: string, index: number) => {
    view.current?.focusRow(index, uuid, (row) => {
      const { left, top, bottom } = row.getBoundingClientRect()
      setMenu({ uuid, at: { x: left + MENU_OFFSET_X, y: top, bottom }, open: true })
    })
  }
  // The focused row left the list: focus the row in its place.
  const hasLeft = lost && focused === moved?.uuid && focused !== openUuid
  const successor = hasLeft ? rows[cursor] : undefined
  if (successor) {
    setMoved({ uuid: successor.uuid, index: cursor, openUuid })
    setFocused(successor.uuid)
  }
  const focusedRow = rows.find((row) => row.uuid === focused && row.uuid !== openUuid)
  useLayoutEffect(() => {
    const index = rows.findIndex((row) => row.uuid === focused)
    // Only if the removed row had the focus; an open palette restores the focus itself.
    if (focused !== null && document.activeElement === document.body && isRowVisible(focused))
      view.current?.focusRow(index, focused)
  }, [focused, rows])
  // A link or the palette may open a conversation whose row is out of view.
  const isOpenListed = openIndex >= 0
  const showOpen = useEffectEvent(() => view.current?.showRow(openIndex))
  useEffect(() => {
    if (openUuid !== null && isOpenListed) showOpen()
  }, [openUuid, isOpenListed])
  const back = () => {
    if (openIndex >= 0) moveTo(openIndex)
    void navigate({ to: pathOf(), search: true })
  }
  useCommands(
    listCommands({
      move,
      moveSelecting: moveChoosing,
      select: underCursor(choose),
      selectAll: () => setSelection(selectAll(uuids)),
      open: underCursor(open),
      openTab: underCursor((uuid) => openTab(pathOf(uuid))),
      openMenu: underCursor(menuFor),
      back,
      isOpen: openUuid !== null,
    }),
  )

  return (
    <>
      <VirtualRows
        ref={view}
        rows={rows}
        newRows={fresh}
        label={label}
        pathOf={pathOf}
        cursor={Math.max(0, cursor)}
        focused={focusedRow?.uuid ?? null}
        showAssignee={showAssignee}
        onMove={move}
        onMoveTo={moveTo}
        selected={selection.selected}
        onMoveSelecting={moveChoosing}
        onSelect={choose}
        onSelectTo={chooseTo}
        onRowFocus={(row, index) => {
          setMoved({ uuid: row.uuid, index, openUuid })
          setFocused(row.uuid)
          onPrefetch(row.uuid)
        }}
        onHover={onPrefetch}
        menuRow={menu?.open ? menu.uuid : null}
        onMenu={(uuid, at) => setMenu({ uuid, at, open: true })}
        end={end}
      />
      {menu && (
        <Suspense>
          <RowMenu
            // For a selected row the menu applies to the whole selection.
            rows={selection.selected.has(menu.uuid) ? chosen : rows.filter(({ uuid }) => uuid === menu.uuid)}
            at={menu.at}
            open={menu.open}
            onClose={() => setMenu({ ...menu, open: false })}
            onClosed={() => document.querySelector<HTMLElement>(`[data-row="${menu.uuid}"]`)}
            pathOf={pathOf}
            onOpenRow={open}
            onSelect={(uuid) =>
              choose(
                uuid,
                rows.findIndex((row) => row.uuid === uuid),
              )
            }
          />
        </Suspense>
      )}
      {focusedRow && chosen.length === 0 && (
        <Suspense fallback={<BufferKeysWhileLoading />}>
          <FocusedRowCommands key={focusedRow.uuid} row={focusedRow} onOpen={open} />
        </Suspense>
      )}
      {chosen.length > 0 && (
        <Suspense fallback={<BufferKeysWhileLoading />}>
          <BulkBar rows={chosen} onClear={clear} />
        </Suspense>
      )}
    </>
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
  const [was, setWas] = useState({ rows, known: uuids(rows), fresh: uuids([]) })
  if (was.rows === rows) return was.fresh
  const fresh = uuids(rows.filter((row) => !was.known.has(row.uuid)))
  setWas({ rows, known: new Set([...was.known, ...fresh]), fresh: fresh.size > 0 ? fresh : was.fresh })
  return fresh
}

const uuids = (rows: readonly ConversationListItem[]): ReadonlySet<string> =>
  new Set(rows.map((row) => row.uuid))
