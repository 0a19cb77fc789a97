import type { ContactListItem } from '@parley/contract/contacts/contacts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../format/date-time.tsx'
import { contactInitials, fullName } from '../../../format/names.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { BlockedBadge } from '../blocked-badge.tsx'
import { useContactRowCommands } from '../contact-commands.ts'

const columns = 'md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_8rem_8rem]'

/** One page of contacts with a cursor: j and k or the arrows move it, its row has the focus, Enter opens it. */
export function ContactRows({
  rows,
  isLoadingPage,
}: {
  rows: readonly ContactListItem[]
  /** Another page is loading. */
  isLoadingPage: boolean
}) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [cursorId, setCursorId] = useState<number | null>(null)
  const cursor = rows.findIndex(({ id }) => id === cursorId)
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])]
  const moveTo = (index: number) => {
    const link = links()[Math.max(0, Math.min(index, rows.length - 1))]
    link?.focus()
    link?.scrollIntoView({ block: 'nearest' })
  }
  const move = (step: 1 | -1) => moveTo(cursor + step)
  useContactRowCommands({ move, open: () => links()[Math.max(0, cursor)]?.click() })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div className={clsx('min-h-0 flex-1 overflow-y-auto transition-opacity', isLoadingPage && 'opacity-60')}>
      <div
        aria-hidden
        className={clsx(
          'sticky top-0 z-10 hidden h-9 items-center gap-4 border-b bg-surface px-7 text-xs font-medium text-ink-3 md:grid',
          columns,
        )}
      >
        <span>{t('contacts.column.name')}</span>
        <span>{t('contacts.column.email')}</span>
        <span>{t('contacts.column.last_activity')}</span>
        <span>{t('contacts.column.created')}</span>
      </div>
      <ul ref={list} aria-label={t('contacts.all')} onKeyDown={onKeyDown} className="p-1 md:px-4 md:py-1.5">
        {rows.map((row, index) => (
          <li key={row.id}>
            <Row
              row={row}
              tabIndex={index === Math.max(0, cursor) ? 0 : -1}
              onFocus={() => setCursorId(row.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Row({ row, tabIndex, onFocus }: { row: ContactListItem; tabIndex: 0 | -1; onFocus: () => void }) {
  const { t } = useTranslation()
  const name = fullName(row) || row.email || t('contacts.nameless')
  return (
    <Link
      to="/contacts/$contactID"
      params={{ contactID: row.id }}
      tabIndex={tabIndex}
      onFocus={onFocus}
      className={clsx(
        'grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-lg px-3 py-1.5 outline-offset-[-2px] transition-colors hover:bg-hover',
        columns,
      )}
    >
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={name} initials={contactInitials({ first_name: name })} src={row.avatar_url} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span dir="auto" className="truncate font-medium text-ink">
              {name}
            </span>
            {!row.enabled && <BlockedBadge />}
          </span>
          <span className="block truncate text-xs text-ink-3 md:hidden">{row.email}</span>
        </span>
      </span>
      <span className="truncate text-ink-2 max-md:hidden">{row.email}</span>
      <span className="truncate text-xs text-ink-3 tabular-nums md:text-sm">
        <span className="sr-only">{t('contacts.column.last_activity')}: </span>
        {row.last_conversation_at ? <RelativeTime at={row.last_conversation_at} /> : t('contacts.never')}
      </span>
      <span className="truncate text-ink-3 tabular-nums max-md:hidden">
        <span className="sr-only">{t('contacts.column.created')}: </span>
        <RelativeTime at={row.created_at} />
      </span>
    </Link>
  )
}
