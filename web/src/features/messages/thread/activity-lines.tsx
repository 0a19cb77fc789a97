import type { Message } from '@parley/contract/messages/messages'
import { Link } from '@tanstack/react-router'
import {
  AlarmClock,
  ArchiveRestore,
  CalendarClock,
  CalendarX2,
  CircleAlert,
  CircleDot,
  CirclePause,
  CirclePlay,
  Flag,
  History,
  Inbox,
  Link2,
  type LucideIcon,
  MailWarning,
  Merge,
  OctagonAlert,
  SendHorizontal,
  ShieldAlert,
  ShieldCheck,
  ShieldOff,
  Split,
  Tag,
  Trash2,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhyButton } from '../../../explanation/why-button.tsx'
import { clockTime, fullDateTime } from '../../../format/date-time.tsx'
import { readerLocale } from '../../../format/locale.ts'
import { fullName } from '../../../format/names.ts'
import { showTrail } from '../../../lib/trail-target.ts'
import { formatActivity } from './format-activity.ts'
import { foldActivityLines } from './timeline.ts'

/** Activity between two messages, one line each; a long run is folded to the newest. */
export function ActivityLines({ lines }: { lines: readonly Message[] }) {
  const { t } = useTranslation()
  const [isExpanded, setExpanded] = useState(false)
  const { hidden, shown } = isExpanded ? { hidden: [], shown: lines } : foldActivityLines(lines)
  return (
    <div className="py-1.5">
      {hidden.length > 0 && (
        <button
          type="button"
          onClick={() => setExpanded(true)}
          className="ml-10 min-h-6 rounded-md text-xs font-medium text-ink-3 hover:text-ink hover:underline"
        >
          {t('thread.more_activity', { count: hidden.length })}
        </button>
      )}
      {shown.map((line) => (
        <ActivityLine key={line.uuid} line={line} />
      ))}
    </div>
  )
}

function ActivityLine({ line }: { line: Message }) {
  const { t } = useTranslation()
  const Icon = (line.activity && icons[line.activity.type]) ?? CircleDot
  const runs = line.activity
    ? formatActivity(line.activity, fullName(line.sender), { t, language: readerLocale() })
    : [{ text: line.text_content, strong: false }]
  return (
    <p className="flex items-start gap-3 py-0.75 text-xs text-ink-3">
      <span className="grid w-7 shrink-0 place-items-center pt-0.25">
        <Icon size={14} aria-hidden />
      </span>
      <span className="min-w-0 wrap-anywhere">
        {runs.map(({ text, strong }, index) =>
          strong && line.activity && text === line.activity.data.reference_number ? (
            <Link
              // Parts never move.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              to="/inboxes/$type/conversation/$uuid"
              params={{ type: 'all', uuid: String(line.activity.data.uuid) }}
              className="relative rounded-sm font-medium text-accent-text before:absolute before:-inset-x-1 before:-inset-y-1 hover:underline"
            >
              #{text}
            </Link>
          ) : strong ? (
            // Parts never move.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <b key={index} className="font-medium text-ink-2">
              {text}
            </b>
          ) : (
            text
          ),
        )}
        {' · '}
        <button
          type="button"
          onClick={() => showTrail({ uuid: line.conversation_uuid, message_id: line.id })}
          title={`${fullDateTime(line.created_at)} · ${t('trail.why')}`}
          className="relative rounded-sm tabular-nums before:absolute before:-inset-x-1 before:-inset-y-1 hover:text-ink hover:underline"
        >
          {mentionsTime(line) ? (
            <History size={12} aria-hidden className="inline -translate-y-px" />
          ) : (
            <time dateTime={line.created_at}>{clockTime(line.created_at)}</time>
          )}
          <span className="sr-only"> · {t('trail.why')}</span>
        </button>
        {line.activity?.why && (
          <>
            {' · '}
            <WhyButton
              why={line.activity.why}
              what={runs.map(({ text }) => text).join('')}
              uuid={line.conversation_uuid}
            />
          </>
        )}
      </span>
    </p>
  )
}

/** A second time on the line would be ambiguous; the line's own time is in the button's tooltip. */
const mentionsTime = ({ activity }: Message) =>
  typeof activity?.data.until === 'string' || typeof activity?.data.send_at === 'string'

const icons: Record<NonNullable<Message['activity']>['type'], LucideIcon> = {
  assigned_user: UserRound,
  self_assigned: UserRound,
  unassigned_user: UserRound,
  unassigned_away: UserRound,
  assigned_team: UsersRound,
  unassigned_team: UsersRound,
  status_changed: CircleDot,
  snoozed: AlarmClock,
  woke_up: AlarmClock,
  reopened: CirclePlay,
  priority_changed: Flag,
  priority_removed: Flag,
  tag_added: Tag,
  tag_removed: Tag,
  sla_set: ShieldCheck,
  sla_removed: ShieldOff,
  sla_breached: ShieldAlert,
  participant_joined: UserRound,
  may_belong_to: Link2,
  contact_merged: Merge,
  conversation_merged: Merge,
  merged_into: Merge,
  conversation_unmerged: Split,
  unmerged_from: Split,
  split_to: Split,
  split_from: Split,
  split_undone: Merge,
  delivery_failed: MailWarning,
  delivery_delayed: MailWarning,
  status_refused: CircleAlert,
  action_refused: CircleAlert,
  rule_stopped: CircleAlert,
  csat_sent: CircleDot,
  csat_answered: Flag,
  reply_scheduled: CalendarClock,
  reply_rescheduled: CalendarClock,
  scheduled_reply_edited: CalendarClock,
  scheduled_reply_cancelled: CalendarX2,
  scheduled_reply_held: CirclePause,
  scheduled_reply_released: SendHorizontal,
  trashed: Trash2,
  marked_spam: OctagonAlert,
  moved_to_spam: OctagonAlert,
  restored: ArchiveRestore,
  restored_by_reply: ArchiveRestore,
  marked_not_spam: ArchiveRestore,
  moved_inbox: Inbox,
}
