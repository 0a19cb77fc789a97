import type { Conversation } from '@parley/contract/conversations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { participantsQuery } from '../../api/conversation.ts'
import { contactInitials, fullName, initials } from '../../format/names.ts'
import { RelativeTime } from '../../format/time.tsx'
import { useCountdownNow } from '../../format/use-now.ts'
import { may } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { AttributeSection } from './attribute-section.tsx'
import { FoldSection } from './fold-section.tsx'
import { AssigneePicker, PriorityPicker, TagPicker, TeamPicker } from './property-pickers.tsx'
import { type SlaClock, slaClocks } from './sla.ts'
import { SlaBadge } from './sla-badge.tsx'
import { StatusPicker } from './status-picker.tsx'
import type { Actions } from './use-actions.ts'

/** Everything about the contact and the conversation. */
export function SidePanel({
  conversation,
  actions,
  listPath,
}: {
  conversation: Conversation
  actions: Actions
  listPath: string
}) {
  const { t } = useTranslation()
  const picker = { conversation, actions }
  return (
    <div className="pb-6">
      <div className="p-4 pb-3">
        <ContactCard contact={conversation.contact} />
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-px">
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
          <Property label={t('property.tags')}>
            <TagPicker {...picker} />
          </Property>
        </div>
      </div>
      <SlaSection conversation={conversation} />
      <AttributeSection conversation={conversation} />
      <EarlierSection conversation={conversation} listPath={listPath} />
      <ParticipantSection uuid={conversation.uuid} />
    </div>
  )
}

function ContactCard({ contact }: { contact: Conversation['contact'] }) {
  const { t } = useTranslation()
  const mayRead = may(useMe(), 'contacts:read')
  const name = fullName(contact)
  const phone = [contact.phone_number_calling_code, contact.phone_number].filter(Boolean).join(' ')
  return (
    <div className="mb-3 flex items-center gap-3">
      <Avatar name={name} initials={contactInitials(contact)} src={contact.avatar_url} size="lg" />
      <div className="min-w-0">
        <h3 className="flex items-center gap-2 text-md font-semibold">
          {mayRead ? (
            <Link
              to="/contacts/$contactID"
              params={{ contactID: contact.id }}
              className="truncate hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span className="truncate">{name}</span>
          )}
          {!contact.enabled && <Badge tone="bad">{t('contacts.blocked')}</Badge>}
        </h3>
        {contact.email && <p className="truncate text-xs text-ink-3 select-all">{contact.email}</p>}
        {phone && <p className="truncate text-xs text-ink-3 tabular-nums select-all">{phone}</p>}
      </div>
    </div>
  )
}

function Property({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      {/* The value's button says the name again to those who hear the page. */}
      <span aria-hidden className="truncate pt-1 text-ink-3">
        {label}
      </span>
      {children}
    </>
  )
}

function SlaSection({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const clocks = slaClocks(conversation, useCountdownNow())
  if (clocks.length === 0) return null
  const policy = conversation.sla_policy_name
  return (
    <FoldSection rememberAs="side.sla" title={policy ? t('side.sla.policy', { policy }) : t('side.sla')}>
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-y-1">
        {clocks.map((clock) => (
          <SlaLine key={clock.name} clock={clock} />
        ))}
      </dl>
    </FoldSection>
  )
}

function SlaLine({ clock }: { clock: SlaClock }) {
  const { t } = useTranslation()
  return (
    <>
      <dt className="truncate text-ink-3">{t(`side.sla.${clock.name}`)}</dt>
      <dd className="flex min-h-6 items-center px-1.5">
        <SlaBadge clock={clock} full />
      </dd>
    </>
  )
}

function EarlierSection({ conversation, listPath }: { conversation: Conversation; listPath: string }) {
  const { t } = useTranslation()
  const earlier = conversation.previous_conversations ?? []
  const pathOf = (uuid: string): string => `${listPath}/conversation/${uuid}`
  if (earlier.length === 0) return null
  return (
    <FoldSection rememberAs="side.earlier" title={t('side.earlier')} count={earlier.length}>
      <ul>
        {earlier.map((one) => (
          <li key={one.uuid}>
            <Link
              to={pathOf(one.uuid)}
              search
              title={one.status}
              className="-mx-1.5 flex min-h-7 items-center gap-2 rounded-md px-1.5 transition-colors hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate text-ink-2">
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
    </FoldSection>
  )
}

function ParticipantSection({ uuid }: { uuid: string }) {
  const { t } = useTranslation()
  const participants = useQuery(participantsQuery(uuid)).data ?? []
  if (participants.length === 0) return null
  return (
    <FoldSection rememberAs="side.participants" title={t('side.participants')} count={participants.length}>
      <ul>
        {participants.map((one) => (
          <li key={one.id} className="flex min-h-7 items-center gap-2">
            <Avatar name={fullName(one)} initials={initials(one)} src={one.avatar_url} size="sm" />
            <span className="truncate">{fullName(one)}</span>
          </li>
        ))}
      </ul>
    </FoldSection>
  )
}
