import type { Conversation } from '@parley/contract/conversations/conversations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { participantsQuery } from '../../api/conversation-queries.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { fullName, personInitials } from '../../format/names.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { showTrail } from '../../lib/trail-target.ts'
import { AgentAvatar, AvailabilityText } from '../../session/agent-avatar.tsx'
import { may } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { CollapsibleSection } from '../../ui/layout/collapsible-section.tsx'
import { ContactCard, contactPath } from './contact-card.tsx'
import { AssigneePicker, PriorityPicker, TeamPicker } from './properties/property-pickers.tsx'
import { StatusPicker } from './properties/status-picker.tsx'
import { TagPicker } from './properties/tag-picker.tsx'
import type { ConversationActions } from './use-conversation-actions.ts'

const FollowerSection = lazyPart(() => import('./follower-section.tsx'), 'FollowerSection')
const MergeSuggestion = lazyPart(() => import('./merge/merge-suggestion.tsx'), 'MergeSuggestion')
const SlaPicker = lazyPart(() => import('./sla/sla-picker.tsx'), 'SlaPicker')
const SlaSection = lazyPart(() => import('./sla/sla-section.tsx'), 'SlaSection')

/** Sections that other features render in fixed places of the panel. */
export type PanelSlots = {
  /** Below the agent and the team. */
  waiting?: (conversation: Conversation) => ReactNode
  surveys?: (conversation: Conversation) => ReactNode
  attributes?: (conversation: Conversation) => ReactNode
  notes?: (conversation: Conversation) => ReactNode
}

/** Details of the contact and the conversation. */
export function ConversationSidePanel({
  conversation,
  actions,
  listPath,
  slots,
}: {
  conversation: Conversation
  actions: ConversationActions
  listPath: string
  slots: PanelSlots
}) {
  const { t } = useTranslation()
  const picker = { conversation, actions }
  return (
    <div className="pb-6">
      <div className="p-4 pb-3">
        <ContactCard contact={conversation.contact} actions={actions} />
        <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-y-px">
          <Property label={t('property.assignee')}>
            <AssigneePicker {...picker} />
          </Property>
          <Property label={t('property.team')}>
            <TeamPicker {...picker} />
          </Property>
          <Property label={t('property.status')}>
            <StatusPicker {...picker} />
          </Property>
          <Property label={t('property.priority')}>
            <PriorityPicker {...picker} />
          </Property>
          <Property label={t('property.sla')}>
            <Suspense fallback={<span className="min-h-7" />}>
              <SlaPicker {...picker} />
            </Suspense>
          </Property>
          <Property label={t('property.tags')}>
            <TagPicker {...picker} />
          </Property>
        </div>
        {slots.waiting?.(conversation)}
      </div>
      <Suspense fallback={null}>
        <SlaSection conversation={conversation} />
      </Suspense>
      {slots.surveys?.(conversation)}
      {slots.attributes?.(conversation)}
      <Suspense fallback={null}>
        <MergeSuggestion conversation={conversation} listPath={listPath} />
      </Suspense>
      <PreviousConversationsSection conversation={conversation} listPath={listPath} />
      {slots.notes?.(conversation)}
      <ParticipantSection uuid={conversation.uuid} />
      <Suspense fallback={null}>
        <FollowerSection uuid={conversation.uuid} />
      </Suspense>
      <TrailLink uuid={conversation.uuid} />
    </div>
  )
}

function Property({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      {/* Screen readers get the name from the value's button. */}
      <span aria-hidden className="truncate pt-1 text-ink-3">
        {label}
      </span>
      {children}
    </>
  )
}

function PreviousConversationsSection({
  conversation: c,
  listPath,
}: {
  conversation: Conversation
  listPath: string
}) {
  const { t } = useTranslation()
  const me = useMe()
  const earlier = c.previous_conversations ?? []
  const pathOf = (uuid: string): string => `${listPath}/conversation/${uuid}`
  if (earlier.length === 0) return null
  return (
    <CollapsibleSection storageKey="side.earlier" title={t('side.earlier')} count={c.previous_count}>
      <ul>
        {earlier.map((one) => (
          <li key={one.uuid}>
            <Link
              to={pathOf(one.uuid)}
              search
              title={`${one.subject || t('conversation.no_subject')} · ${one.status}`}
              className="-mx-1.5 flex min-h-7 items-center gap-2 rounded-md px-1.5 transition-colors hover:bg-hover"
            >
              <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
                {one.subject || t('conversation.no_subject')}
              </span>
              <RelativeTime
                at={one.last_message_at ?? one.created_at}
                className="shrink-0 text-xs text-ink-3 tabular-nums"
              />
            </Link>
          </li>
        ))}
      </ul>
      {c.previous_count > earlier.length && may(me, 'contacts:read') && (
        <Link
          to={contactPath(c.contact)}
          className="flex min-h-7 items-center text-xs font-medium text-accent-text hover:underline"
        >
          {t('side.earlier.all')}
        </Link>
      )}
    </CollapsibleSection>
  )
}

function ParticipantSection({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const people = useQuery(participantsQuery(uuid)).data ?? []
  if (people.length === 0) return null
  return (
    <CollapsibleSection storageKey="side.participants" title={t('side.participants')} count={people.length}>
      <ul>
        {people.map((one) => (
          <li key={one.id} className="flex min-h-7 items-center gap-2">
            {one.type === 'agent' ? (
              <AgentAvatar agent={one} size="sm" />
            ) : (
              <Avatar name={fullName(one)} initials={personInitials(one)} src={one.avatar_url} size="sm" />
            )}
            <span dir="auto" title={fullName(one)} className="min-w-0 flex-1 truncate">
              {fullName(one)}
              <AvailabilityText id={one.id} />
            </span>
            <span className="shrink-0 text-xs text-ink-3">{t(`side.participant.${one.type}`)}</span>
          </li>
        ))}
      </ul>
    </CollapsibleSection>
  )
}

/** Looks like a section heading but opens a dialog: a trail needs more room than the panel has. */
function TrailLink({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  return (
    <div className="border-t px-4 py-1.5">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => showTrail({ uuid, message_id: null })}
        className="-mx-1.5 flex h-7.5 w-[calc(100%+0.75rem)] items-center gap-2 rounded-md px-1.5 text-xs font-semibold text-ink-2 transition-colors hover:bg-hover"
      >
        <span className="min-w-0 flex-1 truncate text-left">{t('side.trail')}</span>
        <History size={14} aria-hidden className="text-ink-3" />
      </button>
    </div>
  )
}
