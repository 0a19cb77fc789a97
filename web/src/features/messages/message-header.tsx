import type { Message } from '@parley/contract/messages/messages'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WhyButton } from '../../explanation/why-button.tsx'
import { clockTime, fullDateTime } from '../../format/date-time.tsx'
import { fullName } from '../../format/names.ts'
import { AvailabilityText } from '../../session/agent-avatar.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { DeliveryMark } from './delivery-status.tsx'
import { MessageMenu } from './message-menu.tsx'
import { type NameContext, participantName } from './participant-name.ts'
import { VerifiedMark } from './sender-badge.tsx'

/** Sender, recipients, time and delivery state. The recipients line expands the envelope. */
export function MessageHeader({
  message,
  label,
  nameContext,
  open,
  onToggle,
  onTranslate,
}: {
  message: Message
  /** A short description of the message. */
  label: string
  nameContext: NameContext | null
  open: boolean
  onToggle: () => void
  onTranslate?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const to = [...(message.meta.to ?? []), ...(message.meta.cc ?? []), ...(message.meta.bcc ?? [])]
  const [first] = to
  const isNote = message.private && !message.side_thread_uuid
  return (
    <header className="flex min-h-5 items-baseline gap-2">
      <b dir="auto" className="max-w-2/3 shrink-0 truncate text-sm font-semibold">
        {fullName(message.sender) || t('message.somebody')}
        <AvailabilityText id={message.sender.id} />
      </b>
      {message.authentication && <VerifiedMark authentication={message.authentication} />}
      {isNote && (
        <span className="inline-flex shrink-0 items-center gap-1 self-center rounded-sm border border-note-line px-1.5 text-2xs font-medium text-note-ink">
          <Lock size={11} aria-hidden />
          {t('message.private_note')}
        </span>
      )}
      {first !== undefined && !isNote && (
        <button
          type="button"
          aria-expanded={open}
          onClick={onToggle}
          title={t('message.details')}
          // The sender's name takes precedence over the recipients when space is tight.
          className="relative min-w-0 shrink-[20] truncate rounded-sm text-xs text-ink-3 before:absolute before:inset-x-0 before:-inset-y-1 hover:text-ink hover:underline"
        >
          {t('message.to', { names: nameContext ? participantName(first, nameContext) : first })}
          {to.length > 1 && ` +${to.length - 1}`}
        </button>
      )}
      {message.meta.auto_reply !== undefined && <Badge>{t('message.auto_reply')}</Badge>}
      {message.meta.is_csat && <Badge>{t('message.csat')}</Badge>}
      <span className="ml-auto flex shrink-0 items-center gap-1.5 self-center text-xs text-ink-3">
        <MessageMenu message={message} onDetails={onToggle} onTranslate={onTranslate} />
        {message.meta.why && (
          <WhyButton why={message.meta.why} what={label} uuid={message.conversation_uuid} />
        )}
        <time dateTime={message.created_at} title={fullDateTime(message.created_at)} className="tabular-nums">
          {clockTime(message.created_at)}
        </time>
        <DeliveryMark message={message} />
      </span>
    </header>
  )
}
