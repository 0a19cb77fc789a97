import { Link } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { may } from '../session/permissions.ts'
import { useMe } from '../session/use-me.ts'
import type { SendingInbox } from './sending-inbox.ts'

/**
 * A notice before sending that the inbox can't send, or not yet, and who can fix it. Disappears once the inbox works.
 */
export function SendingNotice({
  sendingInbox,
  className = '',
}: {
  sendingInbox: SendingInbox
  className?: string
}) {
  const { t } = useTranslation()
  const me = useMe()
  const { inbox, sending } = sendingInbox
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md border border-warn-line bg-warn-subtle px-2.5 py-1.5 text-xs ${className}`}
    >
      <MailWarning size={14} aria-hidden className="shrink-0 text-warn" />
      <p className="min-w-56 flex-1 wrap-anywhere">
        <b className="font-semibold">{t(`composer.sending.${sending}`, { inbox: inbox?.name })}</b>{' '}
        {sending === 'failing' && <span className="text-ink-2">{t('composer.sending.later')} </span>}
        {inbox?.sending_error && <span className="text-ink-2">{inbox.sending_error}. </span>}
        {inbox && !may(me, 'inboxes:manage') && (
          <span className="text-ink-2">{t('composer.sending.ask_administrator')}</span>
        )}
      </p>
      {inbox && may(me, 'inboxes:manage') && (
        <Link
          to="/admin/inboxes/$id/edit"
          params={{ id: inbox.id }}
          className="font-medium whitespace-nowrap text-accent-text underline-offset-2 hover:underline"
        >
          {t('composer.sending.open_inbox')}
        </Link>
      )}
    </div>
  )
}
