import { getMessageDelivery, type Message, retryMessage } from '@parley/contract/messages/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, CircleAlert, Clock, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { clockTime, fullDate, fullDateTime, shortDateTime } from '../../format/date-time.tsx'
import { useCountdownNow } from '../../format/use-now.ts'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { ErrorDetails } from '../../ui/display/error-details.tsx'
import { Button } from '../../ui/inputs/button.tsx'

/** A reply to the customer, or an email of ours to third parties. */
const isEmailReply = ({ type, private: isPrivate, side_thread_uuid, sender_type }: Message) =>
  type === 'outgoing' && (!isPrivate || (Boolean(side_thread_uuid) && sender_type === 'agent'))

/** A bounced email was sent first. */
const failedKey = ({ sent_at }: Message) => (sent_at ? 'message.came_back' : 'message.failed')

/** The delivery state of a reply. */
export function DeliveryMark({ message }: { message: Message }) {
  const { t } = useTranslation()
  if (!isEmailReply(message)) return null
  const { icon, label } =
    message.status === 'sent'
      ? { icon: <CheckCheck size={14} aria-hidden className="text-good" />, label: t('message.sent') }
      : message.status === 'failed'
        ? { icon: <CircleAlert size={14} aria-hidden className="text-bad" />, label: t(failedKey(message)) }
        : { icon: <Clock size={13} aria-hidden />, label: t('message.sending') }
  return (
    <span role="img" aria-label={label} title={label} className="grid size-4 place-items-center">
      {icon}
    </span>
  )
}

/** Why a reply failed or is delayed, with a retry button. */
export function DeliveryProblem({ message }: { message: Message }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useMe()
  const retry = useApiMutation(
    () => call(retryMessage, { params: { uuid: message.conversation_uuid, message_uuid: message.uuid } }),
    {
      // Fallback for a lost connection; otherwise an event brings the outcome.
      onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.messages(message.conversation_uuid) }),
    },
  )
  if (!isEmailReply(message)) return null
  if (message.status === 'pending' && message.delivery_error)
    return (
      <div className="mt-1.5 text-xs text-warn">
        <p className="wrap-anywhere whitespace-pre-line">
          {t('message.delayed', { reason: message.delivery_error })}
        </p>
        {message.next_attempt_at && <NextAttempt at={message.next_attempt_at} />}
        <DeliveryDetails message={message} />
      </div>
    )
  if (message.status !== 'failed') return null
  return (
    <section
      aria-label={t(failedKey(message))}
      className="mt-2 flex flex-wrap items-start gap-x-3 gap-y-1.5 rounded-md border border-bad-line bg-bad-subtle px-3 py-2 text-xs text-bad"
    >
      <CircleAlert size={14} aria-hidden className="mt-0.25" />
      <div className="min-w-40 flex-1 wrap-anywhere">
        <b className="font-semibold">{t(failedKey(message))}</b>
        {message.delivery_error && <p className="text-ink">{message.delivery_error}</p>}
        {message.delivery_error && <DeliveryDetails message={message} />}
      </div>
      {may(me, 'messages:write') && (
        <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
          <RotateCw size={13} aria-hidden />
          {t('message.retry')}
        </Button>
      )}
    </section>
  )
}

/** When a delayed reply is retried; with the date if not today. */
function NextAttempt({ at }: { at: string }) {
  const { t } = useTranslation()
  const now = useCountdownNow()
  const isToday = fullDate(at) === fullDate(now.toISOString())
  if (new Date(at) <= now) return <p className="text-ink-3">{t('message.trying_again')}</p>
  return (
    <p className="text-ink-3">
      <time dateTime={at} title={fullDateTime(at)}>
        {isToday
          ? t('message.next_attempt', { time: clockTime(at) })
          : t('message.next_attempt_on', { time: shortDateTime(at) })}
      </time>
    </p>
  )
}

/** The mail server's response, fetched on request by agents who can manage inboxes. */
function DeliveryDetails({ message }: { message: Message }) {
  const { t } = useTranslation()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: queryKeys.messageDelivery(message.uuid, message.version),
    queryFn: ({ signal }) =>
      call(getMessageDelivery, {
        params: { uuid: message.conversation_uuid, message_uuid: message.uuid },
        signal,
      }),
    enabled: isOpen,
  })
  if (!may(me, 'inboxes:manage')) return null
  return (
    <ErrorDetails onOpen={() => setOpen(true)}>
      {error ? error.message : data ? (data.details ?? t('message.no_details')) : '…'}
    </ErrorDetails>
  )
}
