import type { WatchedMailbox } from '@parley/contract/email/mail-deliveries'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../../../format/locale.ts'

/** Messages on the mail server and messages received, per mailbox. Warns if they differ. */
export function MailboxCounts({ mailboxes }: { mailboxes: WatchedMailbox[] }) {
  return (
    <>
      {mailboxes.map((mailbox) => (
        <MailboxCount key={mailbox.mailbox} mailbox={mailbox} showName={mailboxes.length > 1} />
      ))}
    </>
  )
}

function MailboxCount({ mailbox, showName }: { mailbox: WatchedMailbox; showName: boolean }) {
  const { t } = useTranslation()
  const { messages_on_server, messages_received, missing } = mailbox
  if (messages_on_server === null || messages_received === null) return null
  const format = (count: number) => new Intl.NumberFormat(readerLocale()).format(count)
  return (
    <span className={clsx('mt-1 flex items-start gap-1.5 tabular-nums', missing && 'text-warn')}>
      {missing ? <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0" /> : null}
      <span className="[overflow-wrap:anywhere]">
        {showName && `${mailbox.mailbox}: `}
        {t('inboxes.health.messages', {
          count: messages_on_server,
          on_server: format(messages_on_server),
          received: format(messages_received),
        })}
        {missing ? ` ${t('inboxes.health.missing', { count: missing, missing: format(missing) })}` : null}
      </span>
    </span>
  )
}
