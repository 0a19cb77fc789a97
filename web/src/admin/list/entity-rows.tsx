import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Ellipsis } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { EnabledSwitch } from './enabled-switch.tsx'

type RowAction = { label: string; icon: LucideIcon; danger?: boolean; onClick: () => void }

/** One row of a list: name, one or two details, switch and menu. */
export type EntityRow = {
  id: number | string
  name: string
  picture?: ReactNode
  /** Under the name. */
  details?: ReactNode
  /** Extra search keywords, for details that are not plain text. */
  searchKeywords?: string
  /** At the right end, before the switch. */
  badge?: ReactNode
  /** What a click or Enter opens: a page or a dialog. */
  open: { to: string } | { onClick: () => void }
  enabled?: { on: boolean; label: string; save: (on: boolean) => Promise<unknown> }
  actions?: readonly RowAction[]
}

export type EntityRowsProps = {
  label: string
  rows: readonly EntityRow[]
  onSearch: () => void
  /** Renders the row's element around its content. */
  Item?: ComponentType<EntityItemProps>
}
export type EntityItemProps = {
  row: EntityRow
  className: string
  onFocus: () => void
  children: ReactNode
}

const PlainItem = ({ row: _, ...rest }: EntityItemProps) => <li {...rest} />

/**
 * Arrow keys, Home and End move along the rows; `/` focuses the search. Rows out of view are not laid out, so that 500
 * rows are as fast as 3.
 */
export function EntityRows({ label, rows, onSearch, Item = PlainItem }: EntityRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState<EntityRow['id'] | null>(null)
  const currentIndex = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  )
  const rowStops = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row-stop]') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(event.target instanceof HTMLElement) || !event.target.hasAttribute('data-row-stop')) return
    if (event.key === '/') {
      event.preventDefault()
      return onSearch()
    }
    const targetIndex = {
      ArrowDown: currentIndex + 1,
      j: currentIndex + 1,
      ArrowUp: currentIndex - 1,
      k: currentIndex - 1,
      Home: 0,
      End: rows.length - 1,
    }[event.key]
    if (targetIndex === undefined) return
    event.preventDefault()
    rowStops()[Math.max(0, Math.min(targetIndex, rows.length - 1))]?.focus()
  }
  return (
    <ul ref={list} aria-label={label} onKeyDown={onKeyDown} className="border-t">
      {rows.map((row, index) => (
        <Item
          key={row.id}
          row={row}
          onFocus={() => setCurrent(row.id)}
          className="relative flex min-h-14 items-center gap-3 border-b px-3 py-2 transition-colors [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] hover:bg-hover"
        >
          {row.picture}
          <div className="min-w-0 flex-1">
            <RowLink row={row} tabIndex={index === currentIndex ? 0 : -1} />
            {row.details && (
              <div className="wrap-anywhere text-xs text-ink-3 max-md:line-clamp-2 md:truncate">
                {row.details}
              </div>
            )}
          </div>
          {row.badge}
          {row.enabled && (
            <span className="relative flex items-center">
              <EnabledSwitch {...row.enabled} />
            </span>
          )}
          {row.actions && row.actions.length > 0 && <RowMenu row={row} actions={row.actions} />}
        </Item>
      ))}
    </ul>
  )
}

/** The name. Its click area covers the whole row. */
function RowLink({ row, tabIndex }: { row: EntityRow; tabIndex: 0 | -1 }) {
  const linkProps = {
    tabIndex,
    'data-row-stop': '',
    className:
      'block max-w-full truncate text-left font-medium text-ink outline-offset-2 before:absolute before:inset-0',
  }
  if ('to' in row.open)
    return (
      <Link to={row.open.to} {...linkProps}>
        {row.name}
      </Link>
    )
  return (
    <button type="button" onClick={row.open.onClick} {...linkProps}>
      {row.name}
    </button>
  )
}

function RowMenu({ row, actions }: { row: EntityRow; actions: readonly RowAction[] }) {
  const { t } = useTranslation()
  return (
    <span className="relative">
      <Menu
        align="end"
        trigger={
          <IconButton label={t('entities.menu', { name: row.name })}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      >
        {actions.map(({ label, icon: Icon, danger = false, onClick }) => (
          <MenuItem key={label} icon={<Icon size={16} aria-hidden />} danger={danger} onClick={onClick}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}
