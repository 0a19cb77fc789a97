import type { CountedConversation } from '@parley/contract/reports/reports'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../format/date-time.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import type { Hours } from '../data/measures.ts'
import { formatSeconds } from '../data/report-format.ts'

/** Counted conversations, newest first. Arrow keys move between them. */
export function DrilldownRows({
  label,
  rows,
  hours,
}: {
  label: string
  rows: readonly CountedConversation[]
  hours: Hours
}) {
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const next = links[links.indexOf(event.target as HTMLAnchorElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <ul ref={list} aria-label={label} onKeyDown={onKeyDown} className="border-t">
      {rows.map((row) => (
        <DrilldownRow key={row.key} row={row} hours={hours} />
      ))}
    </ul>
  )
}

function DrilldownRow({ row, hours }: { row: CountedConversation; hours: Hours }) {
  const { t } = useTranslation()
  const { uuid, subject, reference_number, contact, at, status, inbox, team, agent, rating, comment } = row
  const seconds = hours === 'wall' ? row.wall_seconds : row.business_seconds
  const facts = [`#${reference_number}`, contact, inbox?.name, team?.name, agent?.name].filter(Boolean)
  return (
    <li className="relative flex min-h-14 items-center gap-4 border-b px-3 py-2 transition-colors hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          to="/inboxes/$type/conversation/$uuid"
          params={{ type: 'all', uuid }}
          preload={false}
          className="block max-w-full truncate font-medium after:absolute after:inset-0 after:content-['']"
        >
          {subject || t('conversation.no_subject')}
        </Link>
        <p className="truncate text-xs text-ink-3">{facts.join(' · ')}</p>
        {comment && <p className="mt-1 whitespace-pre-line text-ink-2 break-words">{comment}</p>}
      </div>
      {rating !== null && (
        <span className="inline-flex items-center gap-1 font-medium tabular-nums">
          <Star size={13} aria-hidden className="text-ink-3" />
          <span className="sr-only">{t('reports.rating', { count: rating })}</span>
          <span aria-hidden>{rating}</span>
        </span>
      )}
      {seconds !== null && (
        <span className="text-ink-2 tabular-nums max-md:hidden">{formatSeconds(seconds)}</span>
      )}
      <span className="max-md:hidden">
        <Badge>{status}</Badge>
      </span>
      <RelativeTime at={at} className="w-20 shrink-0 text-right text-xs text-ink-3 tabular-nums" />
    </li>
  )
}
