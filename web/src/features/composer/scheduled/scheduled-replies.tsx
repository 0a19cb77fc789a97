import { type ScheduledReply, sendTimeRefusal } from '@parley/contract/messages/scheduled-replies'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CalendarClock, CirclePause, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { conversationQuery } from '../../../api/conversation-queries.ts'
import { scheduledRepliesQuery } from '../../../api/scheduled-replies.ts'
import { fullName } from '../../../format/names.ts'
import { useCountdownNow } from '../../../format/use-now.ts'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { formatDistance, formatTime } from '../../../time-picker/format-time.ts'
import { TimeDialog } from '../../../time-picker/time-dialog.tsx'
import { timeZoneOf } from '../../../time-picker/time-zone.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { sendTimePresets } from './send-time-dialog.tsx'
import { useScheduledActions } from './use-scheduled-actions.ts'

/** The replies of a conversation that are sent later, at the end of its timeline. */
export function ScheduledReplies({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const version = useQuery(conversationQuery(uuid)).data?.version ?? 0
  const replies = useQuery(scheduledRepliesQuery({ uuid, version })).data ?? []
  if (replies.length === 0) return null
  return (
    <section aria-label={t('schedule.list')} className="mt-3 grid gap-2">
      {replies.map((reply) => (
        <ScheduledItem key={reply.uuid} reply={reply} />
      ))}
    </section>
  )
}

function ScheduledItem({ reply }: { reply: ScheduledReply }) {
  const { t } = useTranslation()
  const name = fullName(reply.author)
  return (
    <article
      aria-label={t('schedule.by', { name })}
      className={clsx(
        'rounded-lg border border-dashed px-3.5 py-2.5',
        reply.on_hold ? 'border-warn-line bg-warn-subtle' : 'border-line-strong',
      )}
    >
      <ScheduleLine reply={reply} name={name} />
      <div
        dir="auto"
        className="mail-body mt-1.5 max-h-40 overflow-y-auto"
        // Sanitised by the server with the allow-list of messages (server/src/authored-html/clean-authored.ts).
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: reply.message }}
      />
      {reply.attachments.length > 0 && (
        <p className="mt-1.5 flex items-center gap-1.5 text-xs text-ink-3">
          <Paperclip size={13} aria-hidden />
          {reply.attachments.map(({ filename }) => filename).join(', ')}
        </p>
      )}
      {may(useMe(), 'messages:write') && <Actions reply={reply} />}
    </article>
  )
}

/** When and by whom it is sent, or why it waits. */
function ScheduleLine({ reply, name }: { reply: ScheduledReply; name: string }) {
  const { t } = useTranslation()
  const time_zone = timeZoneOf(useMe())
  const now = useCountdownNow()
  const at = new Date(reply.send_at)
  const time = formatTime(at, now, time_zone)
  const Icon = reply.on_hold ? CirclePause : CalendarClock
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-xs">
      <Icon size={14} aria-hidden className={reply.on_hold ? 'text-warn' : 'text-accent'} />
      <b className="font-semibold">
        {reply.on_hold ? t(`schedule.on_hold.${reply.on_hold.reason}`) : t('schedule.sends', { time })}
      </b>
      <span className="wrap-anywhere text-ink-3">
        {reply.on_hold ? t('schedule.was', { time }) : formatDistance(at, now, time_zone)} ·{' '}
        {t('schedule.author', { name, address: reply.to.join(', ') })}
        {reply.cc.length > 0 && ` · ${t('schedule.cc', { addresses: reply.cc.join(', ') })}`}
        {reply.bcc.length > 0 && ` · ${t('schedule.bcc', { addresses: reply.bcc.join(', ') })}`}
        {reply.after?.status && ` · ${t('schedule.then', { status: reply.after.status })}`}
        {!reply.on_hold && reply.hold_if_customer_replies && ` · ${t('schedule.holds')}`}
      </span>
    </p>
  )
}

function Actions({ reply }: { reply: ScheduledReply }) {
  const { t } = useTranslation()
  const actions = useScheduledActions(reply)
  const [isRescheduling, setRescheduling] = useState(false)
  return (
    <div className="mt-2 -mb-0.5 flex flex-wrap gap-1.5">
      <Button size="sm" disabled={actions.isBusy} onClick={() => void actions.sendNow()}>
        {t('composer.send_now')}
      </Button>
      <Button size="sm" disabled={actions.isBusy} onClick={() => setRescheduling(true)}>
        {t('schedule.change_time')}
      </Button>
      <Button
        size="sm"
        disabled={actions.isBusy}
        title={t('schedule.cancel_hint')}
        onClick={() => void actions.cancel()}
      >
        {t('schedule.cancel')}
      </Button>
      {isRescheduling && (
        <TimeDialog
          title={t('schedule.change_time')}
          submitLabel={t('schedule.submit')}
          presets={sendTimePresets}
          start={new Date(reply.send_at)}
          open
          onOpenChange={setRescheduling}
          refusalOf={(at, now) => (at === null ? t('time_phrase.missing') : sendTimeRefusal(at, now))}
          onPick={(at) => void actions.reschedule(at)}
        />
      )}
    </div>
  )
}
