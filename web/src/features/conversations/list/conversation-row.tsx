import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ban, Check, CornerUpLeft } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraftText } from '../../../api/drafts.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { contactInitials, fullName } from '../../../format/names.ts'
import { excerpt } from '../../../format/truncate.ts'
import { useCountdownNow } from '../../../format/use-now.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { usePresentAgents } from '../../../realtime/presence.ts'
import { useMe } from '../../../session/use-me.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Count, Tag } from '../../../ui/display/badge.tsx'
import { useIsReading } from '../currently-reading.ts'
import { SlaBadge } from '../sla/sla-badge.tsx'
import { slaClocks, visibleSlaClocks } from '../sla/sla-clocks.ts'
import { AssigneeAvatar } from './assignee-avatar.tsx'

// Only when a colleague is there, or someone has a draft.
const RowColleague = lazyPart(() => import('../presence/colleagues.tsx'), 'RowColleague')
// Only in the list Scheduled.
const ScheduledLine = lazyPart(() => import('./scheduled-line.tsx'), 'ScheduledLine')
const SnoozedUntil = lazyPart(() => import('./snoozed-until.tsx'), 'SnoozedUntil')

// Only in the lists Trash and Spam.
const DaysLeft = lazyPart(() => import('../trash/days-left-line.tsx'), 'DaysLeft')

/** How many SLA badges and tags fit side by side in a narrow list. */
const MAX_MARKS = 3

/** One row: sender and time, subject, last message, SLA badges and tags. */
export function ConversationRow({
  row,
  path,
  tabIndex,
  focused,
  showAssignee,
  selected,
  selecting,
  menuOpen,
  onSelect,
  onSelectTo,
  onHover,
  onFocus,
}: {
  row: ConversationListItem
  path: string
  tabIndex: 0 | -1
  focused: boolean
  showAssignee: boolean
  selected: boolean
  /** Whether any row is selected. */
  selecting: boolean
  menuOpen: boolean
  onSelect: () => void
  onSelectTo: () => void
  onHover: () => void
  onFocus: () => void
}) {
  const unread = useShownUnread(row)
  const name = fullName(row.contact)
  return (
    <div className="group/row relative">
      <Link
        to={path}
        search
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => {
          if (!event.shiftKey) return
          // The browser would open a new window.
          event.preventDefault()
          onSelectTo()
        }}
        activeOptions={{ includeSearch: false }}
        data-row={row.uuid}
        data-focused={focused || undefined}
        data-chosen={selected || undefined}
        tabIndex={tabIndex}
        onPointerEnter={onHover}
        onFocus={onFocus}
        className={clsx(
          'group grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-2.5 rounded-lg px-3 py-2.5 outline-offset-[-2px] transition-colors',
          'hover:bg-hover aria-[current=page]:bg-selected',
          selected && 'bg-selected hover:bg-selected',
          menuOpen && !selected && 'bg-hover',
        )}
      >
        <span
          className={clsx(
            'transition-opacity',
            (selected || selecting) && 'opacity-0',
            'group-hover/row:opacity-0',
          )}
        >
          <Avatar name={name} initials={contactInitials(row.contact)} src={row.contact.avatar_url} />
        </span>
        <span className="min-w-0">
          <SenderAndTime row={row} name={name} unread={unread > 0} />
          <Subject row={row} unread={unread} />
          <LastMessage
            row={row}
            withAssignee={showAssignee}
            withSchedule={path.startsWith('/inboxes/scheduled/')}
            withSnooze={path.startsWith('/inboxes/snoozed/')}
          />
          {row.trashed_at && (
            <Suspense>
              <DaysLeft trashedAt={row.trashed_at} />
            </Suspense>
          )}
          <Marks row={row} />
        </span>
      </Link>
      <SelectBox
        name={name}
        chosen={selected}
        visible={selecting}
        onChoose={onSelect}
        onChooseTo={onSelectTo}
      />
    </div>
  )
}

/** Replaces the avatar while the pointer is on the row, and in all rows once one is selected. The shortcut is x. */
function SelectBox({
  name,
  chosen,
  visible,
  onChoose,
  onChooseTo,
}: {
  name: string
  chosen: boolean
  visible: boolean
  onChoose: () => void
  onChooseTo: () => void
}) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: replaces the avatar, and must not add a tab stop to every row
    <button
      type="button"
      role="checkbox"
      tabIndex={-1}
      aria-checked={chosen}
      aria-label={t('list.select_row', { name })}
      onClick={(event) => (event.shiftKey ? onChooseTo() : onChoose())}
      className={clsx(
        'absolute top-2.5 left-3 grid size-7 place-items-center transition-opacity group-hover/row:opacity-100',
        !chosen && !visible && 'opacity-0',
      )}
    >
      <span
        className={clsx(
          'grid size-4.5 place-items-center rounded-sm border transition-colors',
          chosen ? 'border-accent bg-accent text-accent-ink' : 'border-line-field bg-surface',
        )}
      >
        {chosen && <Check size={13} aria-hidden className="[stroke-width:3]" />}
      </span>
    </button>
  )
}

/** Messages read as they arrive are not unread, whatever the server knows so far. */
function useShownUnread({ uuid, unread_message_count }: ConversationListItem): number {
  return useIsReading(uuid) ? 0 : unread_message_count
}

function SenderAndTime({ row, name, unread }: { row: ConversationListItem; name: string; unread: boolean }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-baseline gap-2">
      <span dir="auto" className={clsx('truncate text-ink', unread ? 'font-[650]' : 'font-medium')}>
        {name}
      </span>
      {!row.contact.enabled && (
        <Ban
          size={12}
          role="img"
          aria-label={t('contacts.blocked')}
          className="shrink-0 self-center text-bad"
        />
      )}
      <span className="min-w-8 flex-1 truncate text-xs text-ink-3">{row.inbox_name}</span>
      <RelativeTime
        at={row.last_message_at ?? row.created_at}
        className="shrink-0 text-xs text-ink-3 tabular-nums"
      />
    </span>
  )
}

function Subject({ row, unread }: { row: ConversationListItem; unread: number }) {
  const { t } = useTranslation()
  const label = unread > 9 ? '9+' : String(unread)
  return (
    <span className="flex items-center gap-2">
      <span
        dir="auto"
        className={clsx('flex-1 truncate', unread > 0 ? 'font-medium text-ink' : 'text-ink-2')}
      >
        {row.subject || t('conversation.no_subject')}
      </span>
      <Count value={unread} text={label} label={t('conversation.unread', { count: unread })} />
    </span>
  )
}

function LastMessage({
  row,
  withAssignee,
  withSchedule,
  withSnooze,
}: {
  row: ConversationListItem
  withAssignee: boolean
  /** Whether the next scheduled reply replaces it. */
  withSchedule: boolean
  /** Whether the end of the snooze precedes it. */
  withSnooze: boolean
}) {
  const { t } = useTranslation()
  const draft = useDraftText(useMe().id, row.uuid)
  const hasColleague = usePresentAgents(row.uuid).length > 0 || row.drafting.length > 0
  if (withSchedule && row.scheduled)
    return (
      <span className="flex min-h-5 items-center text-ink-3">
        <Suspense>
          <ScheduledLine scheduled={row.scheduled} />
        </Suspense>
      </span>
    )
  return (
    <span className={clsx('flex min-h-5 items-center gap-1.5 text-ink-3', withAssignee && 'mt-0.5')}>
      <Suspense>{withSnooze && row.snoozed_until && <SnoozedUntil until={row.snoozed_until} />}</Suspense>
      {draft === null && row.last_message_sender === 'agent' && (
        <CornerUpLeft size={13} role="img" aria-label={t('conversation.agent_sent')} />
      )}
      {/* The draft's text follows; beside the last message the label would be misread. */}
      {draft !== null && (
        <span className="shrink-0 font-medium text-accent-text">{t('conversation.draft')}</span>
      )}
      <span dir="auto" className="flex-1 truncate">
        {draft ?? excerpt(row.last_message ?? '')}
      </span>
      <Suspense>{hasColleague && <RowColleague uuid={row.uuid} drafting={row.drafting} />}</Suspense>
      {withAssignee && row.assigned_user_id !== null && <AssigneeAvatar id={row.assigned_user_id} />}
    </span>
  )
}

function Marks({ row }: { row: ConversationListItem }) {
  const { t } = useTranslation()
  const clocks = visibleSlaClocks(slaClocks(row, useCountdownNow()))
  // Two badges leave no room for a readable tag.
  const shownTags = row.tags.slice(0, clocks.length > 1 ? 0 : MAX_MARKS - clocks.length)
  const hiddenCount = row.tags.length - shownTags.length
  if (clocks.length === 0 && row.tags.length === 0) return null
  return (
    <span className="mt-1.25 flex h-5 items-center gap-1 overflow-hidden group-hover:[&_.tag]:bg-surface group-aria-[current=page]:[&_.tag]:bg-surface group-data-chosen:[&_.tag]:bg-surface">
      {clocks.map((clock) => (
        <SlaBadge key={clock.name} clock={clock} />
      ))}
      {shownTags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {hiddenCount > 0 && (
        <span
          title={row.tags.slice(shownTags.length).join(', ')}
          className="shrink-0 text-2xs font-medium text-ink-3"
        >
          {shownTags.length > 0 ? `+${hiddenCount}` : t('list.tags', { count: hiddenCount })}
        </span>
      )}
    </span>
  )
}
