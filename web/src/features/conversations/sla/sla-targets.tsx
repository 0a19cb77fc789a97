import type { Conversation } from '@parley/contract/conversations/conversations'
import {
  type ConversationSla,
  getConversationSla,
  type SlaTarget,
} from '@parley/contract/sla/conversation-sla'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { CircleSlash, Pause } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { fullDateTime, shortDateTime } from '../../../format/date-time.tsx'
import { durationText } from '../../../format/duration.ts'
import { useCountdownNow } from '../../../format/use-now.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { SlaBadge } from './sla-badge.tsx'
import { type SlaClock, slaClock } from './sla-clocks.ts'
import { SlaLine, SlaLines } from './sla-lines.tsx'

const shortNames = { first_response: 'FRD', next_response: 'NRD', resolution: 'RD' } as const

/** Each target with its times, who set it, and by which business hours; `fallback` until that has loaded. */
export function SlaTargets({
  conversation: c,
  fallback,
}: {
  conversation: Conversation
  fallback: ReactNode
}) {
  const { t } = useTranslation()
  const now = useCountdownNow()
  const { data } = useQuery({
    queryKey: queryKeys.conversationSla(c.uuid, slaFingerprint(c)),
    queryFn: ({ signal }) => call(getConversationSla, { params: { uuid: c.uuid }, signal }),
    placeholderData: keepPreviousData,
  })
  if (!data) return fallback
  return (
    <>
      <SlaLines>
        {data.targets.map((target) => (
          <SlaLine key={target.metric} label={t(`side.sla.${shortNames[target.metric]}`)}>
            <TargetStatus target={target} clock={clockOf(target, data, now)} state={data.state} />
          </SlaLine>
        ))}
      </SlaLines>
      <p className="pt-2 text-xs text-pretty text-ink-3">{explainTargets(data, t)}</p>
    </>
  )
}

/** Changes whenever the targets may have changed. */
const slaFingerprint = (c: Conversation): string =>
  [
    c.applied_sla_id,
    c.status_category,
    c.assigned_team_id,
    c.first_response_deadline_at,
    c.first_reply_at,
    c.next_response_deadline_at,
    c.next_response_met_at,
    c.resolution_deadline_at,
    c.resolved_at,
  ].join(' ')

/** No countdown while paused, or when closed without meeting the target. */
const clockOf = (
  { metric, due_at, met_at }: SlaTarget,
  { state }: ConversationSla,
  now: Date,
): SlaClock | null =>
  met_at || state === 'running' ? slaClock(shortNames[metric], due_at, met_at, now) : null

function TargetStatus({
  target,
  clock,
  state,
}: {
  target: SlaTarget
  clock: SlaClock | null
  state: ConversationSla['state']
}) {
  const { t } = useTranslation()
  if (clock)
    return (
      <>
        <SlaBadge clock={clock} full />
        <Times target={target} />
      </>
    )
  const Icon = state === 'closed' ? CircleSlash : Pause
  return (
    <>
      <Badge icon={<Icon size={12} aria-hidden />}>{pausedText(target, state, t)}</Badge>
      {target.breached_at && <Times target={target} />}
    </>
  )
}

/** Day and time; the tooltip adds the year. */
function Times({ target: { due_at, met_at, breached_at } }: { target: SlaTarget }) {
  const { t } = useTranslation()
  const format = (formatTime: (at: string) => string) => {
    const due = due_at ? formatTime(due_at) : ''
    if (met_at === null) return t('side.sla.due', { at: due })
    return t(breached_at ? 'side.sla.met_late' : 'side.sla.met', { at: formatTime(met_at), due })
  }
  return (
    <span title={format((at) => fullDateTime(at))} className="text-xs text-pretty text-ink-3">
      {format((at) => shortDateTime(at))}
    </span>
  )
}

function pausedText(
  { breached_at, left_ms }: SlaTarget,
  state: ConversationSla['state'],
  t: TFunction,
): string {
  if (state === 'closed') return t(breached_at ? 'side.sla.closed_late' : 'side.sla.closed')
  return left_ms === null ? t('side.sla.waiting') : t('side.sla.left', { time: durationText(left_ms) })
}

function explainTargets(
  { reason, applied_by, calendar: { of, hours, time_zone } }: ConversationSla,
  t: TFunction,
): string {
  const setBy =
    reason === 'hand'
      ? applied_by === null
        ? t('side.sla.by.somebody')
        : t('side.sla.by.hand', { name: applied_by })
      : t(`side.sla.by.${reason}`)
  const calendar =
    hours === null ? t('side.sla.calendar.none') : t(`side.sla.calendar.${of}`, { hours, zone: time_zone })
  return t('side.sla.why', { by: setBy, calendar })
}
