import { previewInboxDeletion } from '@parley/contract/deletions'
import type { InboxHealth } from '@parley/contract/email'
import { parseFrom } from '@parley/contract/from-header'
import { deleteInbox, type Inbox, listInboxes, toggleInbox } from '@parley/contract/inboxes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Inbox as InboxIcon, MailSearch, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { RelativeTime } from '../../format/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { INBOXES, inboxPath } from './inbox-fields.ts'
import { healthOf, healthQuery, missingOf, troubleOf } from './inbox-health.ts'
import { LEDGER } from './ledger/places.ts'

/** The addresses that receive and send. */
export function InboxesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery(entitiesQuery('inboxes', listInboxes))
  const health = useQuery(healthQuery).data
  const [leaving, setLeaving] = useState<Inbox | null>(null)
  const toggle = async (inbox: Inbox) => {
    await call(toggleInbox, { params: { id: String(inbox.id) } })
    await cache.invalidateQueries({ queryKey: keys.inboxes })
  }
  return (
    <EntityList
      title={t('admin.inboxes')}
      lead={
        <>
          {t('inboxes.lead')}{' '}
          <Link to={LEDGER} className="font-medium text-accent-text hover:underline">
            {t('ledger.open')}
          </Link>
        </>
      }
      icon={InboxIcon}
      query={query}
      creation={{ label: t('inboxes.new'), to: `${INBOXES}/new` }}
      empty={{ title: t('inboxes.empty.title'), text: t('inboxes.empty.text') }}
      rowOf={(inbox) => ({
        id: inbox.id,
        name: inbox.name,
        facts: <Facts inbox={inbox} health={healthOf(health, inbox.id)} />,
        found_by: [inbox.from, ...inbox.aliases].join(' '),
        badge: <State inbox={inbox} health={healthOf(health, inbox.id)} />,
        opens: { to: inboxPath(inbox.id) },
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
            onClick: () => void navigate({ to: LEDGER, search: { inbox: inbox.id } }),
          },
          { label: t('inboxes.delete'), icon: Trash2, danger: true, onClick: () => setLeaving(inbox) },
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('inboxes.delete.title', { name: leaving.name })}
          confirmLabel={t('inboxes.delete')}
          deleted={t('inboxes.deleted')}
          kind={keys.inboxes}
          preview={() => call(previewInboxDeletion, { params: { id: String(leaving.id) } })}
          remove={() => call(deleteInbox, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </EntityList>
  )
}

function Facts({ inbox, health }: { inbox: Inbox; health: InboxHealth | undefined }) {
  const { t } = useTranslation()
  const { address } = parseFrom(inbox.from)
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

/** What is wrong, worst first; nothing when all is well. */
function State({ inbox, health }: { inbox: Inbox; health: InboxHealth | undefined }) {
  const { t } = useTranslation()
  if (!inbox.enabled) return <Badge>{t('inboxes.state.off')}</Badge>
  if (troubleOf(health)) return <Badge tone="bad">{t('inboxes.state.trouble')}</Badge>
  const missing = missingOf(health)
  if (missing > 0) return <Badge tone="warn">{t('inboxes.state.missing', { count: missing })}</Badge>
  if (inbox.config.smtp.length === 0) return <Badge tone="warn">{t('inboxes.state.no_sending')}</Badge>
  if (health && health.quarantined > 0)
    return <Badge tone="warn">{t('inboxes.state.quarantined', { count: health.quarantined })}</Badge>
  return null
}
