import { parseFromHeader } from '@parley/contract/email/from-header'
import type { InboxHealth } from '@parley/contract/email/mail-deliveries'
import { deleteInbox, toggleInbox } from '@parley/contract/inboxes/inbox-writes'
import { type Inbox, listInboxes } from '@parley/contract/inboxes/inboxes'
import { previewInboxDeletion } from '@parley/contract/shared/deletion-previews'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Inbox as InboxIcon, MailSearch, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { countMissing, findInboxHealth, findReceivingError, healthQuery } from './health/inbox-health.ts'
import { INBOXES_PATH, inboxPath } from './inbox-fields.ts'
import { LEDGER_PATH } from './ledger/ledger-search.ts'

/** Addresses that receive and send email. */
export function InboxesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery(entitiesQuery('inboxes', listInboxes))
  const health = useQuery(healthQuery).data
  const [deleting, setDeleting] = useState<Inbox | null>(null)
  const toggle = async (inbox: Inbox) => {
    await call(toggleInbox, { params: { id: String(inbox.id) } })
    await cache.invalidateQueries({ queryKey: queryKeys.inboxes })
  }
  return (
    <EntityList
      title={t('admin.inboxes')}
      lead={
        <>
          {t('inboxes.lead')}{' '}
          <Link to={LEDGER_PATH} className="font-medium text-accent-text hover:underline">
            {t('ledger.open')}
          </Link>
        </>
      }
      icon={InboxIcon}
      query={query}
      createAction={{ label: t('inboxes.new'), to: `${INBOXES_PATH}/new` }}
      empty={{ title: t('inboxes.empty.title'), text: t('inboxes.empty.text') }}
      toRow={(inbox) => ({
        id: inbox.id,
        name: inbox.name,
        details: <InboxDetails inbox={inbox} health={findInboxHealth(health, inbox.id)} />,
        searchKeywords: [inbox.from, ...inbox.aliases].join(' '),
        badge: <InboxStateBadge inbox={inbox} health={findInboxHealth(health, inbox.id)} />,
        open: { to: inboxPath(inbox.id) },
        enabled: {
          on: inbox.enabled,
          label: t('inboxes.switch', { name: inbox.name }),
          save: () => toggle(inbox),
        },
        actions: [
          {
            label: t('inboxes.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: inboxPath(inbox.id) }),
          },
          {
            label: t('ledger.open'),
            icon: MailSearch,
            onClick: () => void navigate({ to: LEDGER_PATH, search: { inbox: inbox.id } }),
          },
          { label: t('inboxes.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(inbox) },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('inboxes.delete.title', { name: deleting.name })}
          confirmLabel={t('inboxes.delete')}
          successMessage={t('inboxes.deleted')}
          invalidateKey={queryKeys.inboxes}
          preview={() => call(previewInboxDeletion, { params: { id: String(deleting.id) } })}
          onConfirm={() => call(deleteInbox, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        />
      )}
    </EntityList>
  )
}

function InboxDetails({ inbox, health }: { inbox: Inbox; health: InboxHealth | undefined }) {
  const { t } = useTranslation()
  const { address } = parseFromHeader(inbox.from)
  if (!health) return address
  return (
    <>
      {address} ·{' '}
      {health.last_mail_at ? (
        <>
          {t('inboxes.health.last')} <RelativeTime at={health.last_mail_at} />
        </>
      ) : (
        t('inboxes.never')
      )}
    </>
  )
}

/** The most serious problem, or nothing. */
function InboxStateBadge({ inbox, health }: { inbox: Inbox; health: InboxHealth | undefined }) {
  const { t } = useTranslation()
  if (!inbox.enabled) return <Badge>{t('inboxes.state.off')}</Badge>
  if (findReceivingError(health)) return <Badge tone="bad">{t('inboxes.state.trouble')}</Badge>
  const missing = countMissing(health)
  if (missing > 0) return <Badge tone="warn">{t('inboxes.state.missing', { count: missing })}</Badge>
  if (inbox.config.smtp.length === 0) return <Badge tone="warn">{t('inboxes.state.no_sending')}</Badge>
  if (health && health.quarantined > 0)
    return <Badge tone="warn">{t('inboxes.state.quarantined', { count: health.quarantined })}</Badge>
  return null
}
