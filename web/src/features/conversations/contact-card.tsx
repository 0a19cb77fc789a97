import type { Conversation } from '@parley/contract/conversations/conversations'
import { Link } from '@tanstack/react-router'
import { Ban, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { contactInitials, fullName } from '../../format/names.ts'
import { phoneText } from '../../format/phone-number.ts'
import { may } from '../../session/permissions.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import type { ConversationActions } from './use-conversation-actions.ts'

type Contact = Conversation['contact']

export const contactPath = ({ id }: Pick<Contact, 'id'>): string => `/contacts/${id}`

/** The contact's name and contact details. */
export function ContactCard({ contact, actions }: { contact: Contact; actions: ConversationActions }) {
  const { t } = useTranslation()
  const name = fullName(contact) || contact.email || t('message.somebody')
  const phone = phoneText(contact)
  return (
    <div className="group/card mb-3 flex items-center gap-3">
      <Avatar name={name} initials={contactInitials(contact)} src={contact.avatar_url} size="lg" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <h3 dir="auto" title={name} className="truncate text-md font-semibold">
            {may(actions.me, 'contacts:read') ? (
              <Link to={contactPath(contact)} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          {!contact.enabled && (
            <Badge tone="bad" icon={<Ban size={12} aria-hidden />}>
              {t('side.blocked')}
            </Badge>
          )}
        </div>
        {contact.email && (
          <div className="flex h-5 items-center gap-0.5">
            <p title={contact.email} className="truncate text-xs text-ink-3 select-all">
              {contact.email}
            </p>
            <IconButton
              size="sm"
              label={t('command.copy_email')}
              onClick={actions.copyEmail}
              className="opacity-0 group-hover/card:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
            >
              <Copy size={13} aria-hidden />
            </IconButton>
          </div>
        )}
        {phone && <p className="truncate text-xs text-ink-3 tabular-nums select-all">{phone}</p>}
      </div>
    </div>
  )
}
