import type { UserCompact } from '@parley/contract/agents/agent'
import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { clsx } from 'clsx'
import type { TFunction } from 'i18next'
import { Ban, Check, CornerUpLeft } from 'lucide-react'
import { Suspense } from 'react'
import { fullDateTime, relativeTimeText } from '../../../format/date-time.tsx'
import { contactInitials, fullName } from '../../../format/names.ts'
import { excerpt } from '../../../format/truncate.ts'
import { useCountdownNow, useNow } from '../../../format/use-now.ts'
import { useStoredDraftText } from '../../../lib/drafts.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { usePresentAgents } from '../../../realtime/presence.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Count, Tag } from '../../../ui/display/badge.tsx'
import { useIsReading } from '../currently-reading.ts'
import { SlaBadge } from '../sla/sla-badge.tsx'
import { slaClocks, visibleSlaClocks } from '../sla/sla-clocks.ts'
import { AssigneeAvatar } from './assignee-avatar.tsx'
import { hasMarks } from './row-height.ts'
import { RowLink } from './row-link.tsx'

// Only when a colleague is there, or someone has a draft.
const RowColleague = lazyPart(() => import('../presence/colleagues.tsx'), 'RowColleague')
// Only in the list Scheduled.
const ScheduledLine = lazyPart(() => import('./scheduled-line.tsx'), 'ScheduledLine')
const SnoozedUntil = lazyPart(() => import('./snoozed-until.tsx'), 'SnoozedUntil')

// Only in the lists Trash and Spam.
const DaysLeft = lazyPart(() => import('../trash/days-left-line.tsx'), 'DaysLeft')

/** How many SLA badges and tags fit side by side in a narrow list. */
const MAX_MARKS = 3

/**
 * One row: sender and time, subject, last message, SLA badges and tags. A flick renders a hundred of them a second, so they get as props what
 * the list can subscribe to for all of them.
 */
export function ConversationRow({
  row,
  t,
  agentId,
  path,
  search,
  current,
  draft,
  assignee,
  tabIndex,
  focused,
  showAssignee,
  selected,
  selecting,
  menuOpen,
  onOpen,
  onSelect,
  onSelectTo,
  onHover,
  onFocus,
}: {
  row: ConversationListItem
  t: TFunction
  /** The signed-in agent. */
  agentId: number
  path: string
  /** The list's search parameters, as in a URL. */
  search: string
  /** Whether its conversation is open. */
  current: boolean
  /** The agent's draft on the server. */
  draft: string | null
  assignee: UserCompact | undefined
  tabIndex: 0 | -1
  focused: boolean
  showAssignee: boolean
  selected: boolean
  /** Whether any row is selected. */
  selecting: boolean
  menuOpen: boolean
  onOpen: () => void
  onSelect: () => void
  onSelectTo: () => void
  onHover: () => void
  onFocus: () => void
}) {
  const unread = useShownUnread(row)
  const name = fullName(row.contact)
  return (
    <div className="group/row relative">
      <RowLink
        uuid={row.uuid}
        href={path + search}
        current={current}
        focused={focused}
        selected={selected}
        tabIndex={tabIndex}
        onOpen={onOpen}
        onSelectTo={onSelectTo}
        onHover={onHover}
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
          <SenderAndTime row={row} t={t} name={name} unread={unread > 0} />
          <Subject row={row} t={t} unread={unread} />
          <LastMessage
            row={row}
            t={t}
            agentId={agentId}
            serverDraft={draft}
            withAssignee={showAssignee}
            assignee={assignee}
            withSchedule={path.startsWith('/inboxes/scheduled/')}
            withSnooze={path.startsWith('/inboxes/snoozed/')}
          />
          {row.trashed_at && (
            <Suspense>
              <DaysLeft trashedAt={row.trashed_at} />
            </Suspense>
          )}
          {hasMarks(row) && <Marks row={row} t={t} />}
        </span>
      </RowLink>
      <SelectBox
        label={t('list.select_row', { name })}
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
  label,
  chosen,
  visible,
  onChoose,
  onChooseTo,
}: {
  label: string
  chosen: boolean
  visible: boolean
  onChoose: () => void
  onChooseTo: () => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: replaces the avatar, and must not add a tab stop to every row
    <button
      type="button"
      role="checkbox"
      tabIndex={-1}
      aria-checked={chosen}
      aria-label={label}
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

function SenderAndTime({
  row,
  t,
  name,
  unread,
}: {
  row: ConversationListItem
  t: TFunction
  name: string
  unread: boolean
}) {
  const now = useNow()
  const at = row.last_message_at ?? row.created_at
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
      <time dateTime={at} title={fullDateTime(at)} className="shrink-0 text-xs text-ink-3 tabular-nums">
        {relativeTimeText(at, now, t)}
      </time>
    </span>
  )
}

function Subject({ row, t, unread }: { row: ConversationListItem; t: TFunction; unread: number }) {
  const label = unread > 9 ? '9+' : String(unread)
  return (
    <span className="flex items-center gap-2">
      <span
        dir="auto"
        className={clsx('flex-1 truncate', unread > 0 ? 'font-medium text-ink' : 'text-ink-2')}
      >
        {row.subject || t('conversation.no_subject')}
      </span>
      {unread > 0 && (
        <Count value={unread} text={label} label={t('conversation.unread', { count: unread })} />
      )}
    </span>
  )
}

function LastMessage({
  row,
  t,
  agentId,
  serverDraft,
  withAssignee,
  assignee,
  withSchedule,
  withSnooze,
}: {
  row: ConversationListItem
  t: TFunction
  agentId: number
  serverDraft: string | null
  withAssignee: boolean
  assignee: UserCompact | undefined
  /** Whether the next scheduled reply replaces it. */
  withSchedule: boolean
  /** Whether the end of the snooze precedes it. */
  withSnooze: boolean
}) {
  // This browser has the newer one.
  const draft = useStoredDraftText(agentId, row.uuid) ?? serverDraft
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
      {withSnooze && row.snoozed_until && (
        <Suspense>
          <SnoozedUntil until={row.snoozed_until} />
        </Suspense>
      )}
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
      {hasColleague && (
        <Suspense>
          <RowColleague uuid={row.uuid} drafting={row.drafting} />
        </Suspense>
      )}
      {withAssignee && assignee && <AssigneeAvatar agent={assignee} t={t} />}
    </span>
  )
}

function Marks({ row, t }: { row: ConversationListItem; t: TFunction }) {
  const clocks = visibleSlaClocks(slaClocks(row, useCountdownNow()))
  // Two badges leave no room for a readable tag.
  const shownTags = row.tags.slice(0, clocks.length > 1 ? 0 : MAX_MARKS - clocks.length)
  const hiddenCount = row.tags.length - shownTags.length
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
