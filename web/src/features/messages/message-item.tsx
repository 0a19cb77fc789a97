import type { Message } from '@parley/contract/messages/messages'
import { clsx } from 'clsx'
import { ShieldAlert, UserRoundX } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockTime } from '../../format/date-time.tsx'
import { fullName, personInitials } from '../../format/names.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { AgentAvatar } from '../../session/agent-avatar.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Attachments } from './attachments/attachments.tsx'
import { MessageBody } from './body/message-body.tsx'
import { DeliveryProblem } from './delivery-status.tsx'
import { Envelope } from './envelope.tsx'
import { MessageHeader } from './message-header.tsx'
import type { NameContext } from './participant-name.ts'
import { SenderBadges } from './sender-badge.tsx'

// Only when AI is enabled.
const UnreachedMentions = lazyPart(() => import('./unreached-mentions.tsx'), 'UnreachedMentions')
const Translation = lazyPart(() => import('../../ai/translation.tsx'), 'Translation')

/**
 * One email or note, with its sender, recipients, body, attachments and delivery state. Renders only when it changed: a thread renders when
 * a message is added, or when it has been scrolled to its end.
 */
export const MessageItem = memo(function MessageItem({
  message,
  nameContext,
  canTranslate,
}: {
  message: Message
  nameContext: NameContext | null
  canTranslate: boolean
}) {
  const { t } = useTranslation()
  const [showsDetails, setShowsDetails] = useState(false)
  const [showsTranslation, setShowsTranslation] = useState(false)
  const { sender } = message
  const name = fullName(sender) || t('message.somebody')
  const isNote = message.private && !message.side_thread_uuid
  const label = t(isNote ? 'message.note_by' : 'message.by', {
    name,
    time: clockTime(message.created_at),
  })
  return (
    <article
      ref={skipOutOfView}
      aria-label={label}
      data-message={message.uuid}
      className="group/message grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 py-2 [contain-intrinsic-size:auto_8rem]"
    >
      {sender.type === 'agent' ? (
        <AgentAvatar agent={sender} />
      ) : (
        <Avatar name={name} initials={personInitials(sender)} src={sender.avatar_url} />
      )}
      <div
        className={clsx(
          'min-w-0',
          isNote && 'rounded-lg border border-note-line bg-note px-3 py-2',
          message.type === 'outgoing' && message.status === 'pending' && 'text-ink-2',
        )}
      >
        <MessageHeader
          message={message}
          label={label}
          nameContext={nameContext}
          open={showsDetails}
          onToggle={() => setShowsDetails(!showsDetails)}
          onTranslate={canTranslate ? () => setShowsTranslation(true) : undefined}
        />
        {message.authentication && <SenderBadges authentication={message.authentication} />}
        {showsDetails && <Envelope message={message} />}
        {message.meta.new_participant && <NewParticipantWarning address={message.meta.from?.[0] ?? name} />}
        {message.authentication && message.authentication.new_addresses.length > 0 && (
          <UnprovenAddresses addresses={message.authentication.new_addresses} />
        )}
        <MessageBody message={message} />
        {message.meta.unreached_mentions && (
          <Suspense>
            <UnreachedMentions mentions={message.meta.unreached_mentions} />
          </Suspense>
        )}
        {showsTranslation && canTranslate && (
          <Suspense>
            <Translation
              conversation_uuid={message.conversation_uuid}
              message_uuid={message.uuid}
              onClose={() => setShowsTranslation(false)}
            />
          </Suspense>
        )}
        <Attachments files={message.attachments ?? []} html={message.content} />
        <DeliveryProblem message={message} />
      </div>
    </article>
  )
})

const justRendered = new Set<HTMLElement>()

/**
 * Once its size is known, the browser spends no time on a message while it is out of view, and next to none on a day whose messages all
 * are: a long thread would slow down every key in the composer.
 */
function skipOutOfView(message: HTMLElement | null) {
  if (!message) return
  const day = message.closest<HTMLElement>('[data-day]')
  // It has grown, out of view perhaps.
  day?.style.removeProperty('content-visibility')
  if (justRendered.size === 0)
    whenIdle(() => {
      for (const one of justRendered) one.style.setProperty('content-visibility', 'auto')
      justRendered.clear()
    })
  justRendered.add(message)
  if (day) justRendered.add(day)
}

/**
 * Anyone can forge these headers to receive the reply: without a verified sender these addresses are not replied to
 * until an agent decides.
 */
function UnprovenAddresses({ addresses }: { addresses: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <p className="my-1.5 flex items-start gap-2 rounded-md border border-warn-line bg-warn-subtle px-2.5 py-1.5 text-xs text-warn">
      <ShieldAlert size={14} aria-hidden className="mt-0.25 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {t('message.unproven_addresses', { count: addresses.length, addresses: addresses.join(', ') })}
      </span>
    </p>
  )
}

/**
 * Someone who replied to an email not addressed to them: they get no replies until an agent decides
 * (docs/spec/product-decisions.md#threading).
 */
function NewParticipantWarning({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <p className="my-1.5 flex items-start gap-2 rounded-md border border-warn-line bg-warn-subtle px-2.5 py-1.5 text-xs text-warn">
      <UserRoundX size={14} aria-hidden className="mt-0.25" />
      <span className="min-w-0 wrap-anywhere">{t('message.new_participant', { address })}</span>
    </p>
  )
}
