import type { Message } from '@parley/contract/messages/messages'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronRight, Forward, Reply } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sideThreadsQuery } from '../../../api/side-thread-queries.ts'
import { clockTime, fullDateTime } from '../../../format/date-time.tsx'
import { fullName } from '../../../format/names.ts'
import { excerpt } from '../../../format/truncate.ts'
import { showSideComposer } from '../../../lib/side-composer-target.ts'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { MessageItem } from '../message-item.tsx'
import type { NameContext } from '../participant-name.ts'
import { ActivityLines } from '../thread/activity-lines.tsx'
import { useLinkedUuid } from '../thread/use-linked-message.ts'

/** An email exchange with third parties in the timeline: folded to its latest email until opened. */
export function SideThreadGroup({
  messages,
  nameContext,
  canTranslate,
}: {
  /** Those that are loaded, oldest first. */
  messages: readonly Message[]
  nameContext: NameContext | null
  canTranslate: boolean
}) {
  const { t } = useTranslation()
  const me = useMe()
  const linkedUuid = useLinkedUuid()
  const emails = messages.filter(({ type }) => type !== 'activity')
  const newest = emails.at(-1) ?? messages.at(-1)
  const isLinked = messages.some(({ uuid }) => uuid === linkedUuid)
  const [toggled, setToggled] = useState<boolean | null>(null)
  const isOpen = toggled ?? isLinked
  const thread = useSideThread(messages)
  if (!newest) return null
  const { uuid, side_thread_uuid } = {
    uuid: newest.conversation_uuid,
    side_thread_uuid: newest.side_thread_uuid,
  }
  const participants = thread?.participants ?? participantsOf(messages)
  const isAnswered = newest.sender_type === 'contact'
  const hasFailed = emails.some(({ status }) => status === 'failed')
  const count = Math.max(thread?.message_count ?? 0, emails.length)
  const name = fullName(newest.sender) || t('message.somebody')
  return (
    <section
      aria-label={t('side_thread.label', { participants: participants.join(', ') })}
      {...(!isOpen && { 'data-message': newest.uuid })}
      className="my-2 ml-10 rounded-lg border border-side-line bg-side"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setToggled(!isOpen)}
        className="flex w-full min-w-0 items-start gap-2 rounded-lg px-3 py-2 text-left"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={clsx('mt-0.75 shrink-0 text-side-ink transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2 text-side-ink text-xs">
            <Forward size={13} aria-hidden className="shrink-0" />
            <span className="min-w-0 flex-1 truncate font-medium">
              {t('side_thread.with', { participants: participants.join(', ') })}
            </span>
            <span className="shrink-0 text-ink-3 tabular-nums">
              <span className="max-md:hidden">
                {t('side_thread.count', { count })}
                {' · '}
              </span>
              <time dateTime={newest.created_at} title={fullDateTime(newest.created_at)}>
                {clockTime(newest.created_at)}
              </time>
            </span>
          </span>
          <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-sm empty:hidden">
            {isAnswered && <Badge tone="accent">{t('side_thread.answered')}</Badge>}
            {hasFailed && <Badge tone="bad">{t('message.failed')}</Badge>}
            {!isOpen && (
              <span className="min-w-0 flex-1 truncate">
                <b className="font-semibold">{name}</b>{' '}
                <span className="text-ink-2">{excerpt(newest.text_content)}</span>
              </span>
            )}
          </span>
        </span>
      </button>
      {isOpen && (
        <div className="border-side-line border-t px-3 pb-2.5">
          <p className="pt-2 text-side-ink text-xs">{t('side_thread.not_for_customer')}</p>
          {messages.map((message) =>
            message.type === 'activity' ? (
              <ActivityLines key={message.uuid} lines={[message]} />
            ) : (
              <MessageItem
                key={message.uuid}
                message={message}
                nameContext={nameContext}
                canTranslate={canTranslate}
              />
            ),
          )}
          {thread && side_thread_uuid && may(me, 'conversations:forward') && may(me, 'messages:write') && (
            <Button
              size="sm"
              className="mt-1 ml-10"
              onClick={() => showSideComposer({ uuid, kind: 'answer', side_thread_uuid })}
            >
              <Reply size={13} aria-hidden />
              {t('side_thread.answer')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** The side thread of these messages; read again for every new one. Undefined until it exists and is loaded. */
function useSideThread(messages: readonly Message[]) {
  const [first] = messages
  const { data } = useQuery({
    ...sideThreadsQuery(first?.conversation_uuid ?? ''),
    enabled: first !== undefined,
  })
  return data?.find(({ uuid }) => uuid === first?.side_thread_uuid)
}

const participantsOf = (messages: readonly Message[]): string[] => [
  ...new Set(
    messages
      .filter(({ sender_type }) => sender_type === 'agent')
      .flatMap(({ meta }) => [...(meta.to ?? []), ...(meta.cc ?? []), ...(meta.bcc ?? [])]),
  ),
]
