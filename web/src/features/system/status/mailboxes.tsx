import type { SystemStatus } from '@parley/contract/system/system-status'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../format/date-time.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { SystemSection, SystemTable } from '../system-section.tsx'

type Mailbox = NonNullable<SystemStatus['mailboxes']>[number]

/** The mailboxes that are watched, and whether they can be read. */
export function Mailboxes({ mailboxes }: Pick<SystemStatus, 'mailboxes'>) {
  const { t } = useTranslation()
  return (
    <SystemSection title={t('system.mailboxes')}>
      {mailboxes?.length === 0 ? (
        <p className="text-ink-3">{t('system.mailboxes.none')}</p>
      ) : (
        <SystemTable
          label={t('system.mailboxes')}
          columns={[
            { label: t('system.mailbox') },
            { label: t('system.mailbox.state') },
            { label: t('system.mailbox.last') },
          ]}
          rows={mailboxes?.map(rowOf) ?? null}
        />
      )}
    </SystemSection>
  )
}

const rowOf = (mailbox: Mailbox) => ({
  key: `${mailbox.inbox_id} ${mailbox.mailbox}`,
  cells: [
    <MailboxName key="name" mailbox={mailbox} />,
    <MailboxState key="state" mailbox={mailbox} />,
    mailbox.last_mail_at ? (
      <RelativeTime key="last" at={mailbox.last_mail_at} className="whitespace-nowrap" />
    ) : (
      '–'
    ),
  ],
})

function MailboxName({ mailbox: { inbox_id, inbox_name, mailbox } }: { mailbox: Mailbox }) {
  return (
    <>
      <Link
        to="/admin/inboxes/$id/edit"
        params={{ id: inbox_id }}
        className="font-medium underline-offset-2 hover:underline"
      >
        {inbox_name}
      </Link>
      <span className="block text-xs text-ink-3 wrap-anywhere">{mailbox}</span>
    </>
  )
}

function MailboxState({ mailbox: { last_error, synced_at, overdue_since } }: { mailbox: Mailbox }) {
  const { t } = useTranslation()
  if (last_error !== null)
    return (
      <>
        <Badge tone="bad">{t('system.mailbox.failing')}</Badge>
        <span className="mt-1 block min-w-48 text-xs text-bad wrap-anywhere">{last_error}</span>
      </>
    )
  if (overdue_since !== null)
    return (
      <>
        <Badge tone="bad">{t('system.mailbox.overdue')}</Badge>{' '}
        <RelativeTime at={overdue_since} className="text-xs text-ink-3" />
      </>
    )
  return synced_at === null ? (
    <Badge tone="warn">{t('system.mailbox.waiting')}</Badge>
  ) : (
    <Badge tone="good">{t('system.mailbox.ok')}</Badge>
  )
}
