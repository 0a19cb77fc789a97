import type { Erasure, MentionKind } from '@parley/contract/privacy/privacy'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { erasureCounts } from '../../admin/erasure-counts.ts'
import { fullDate, RelativeTime } from '../../format/date-time.tsx'

const linkClass = 'font-medium text-accent-text hover:underline'

/** Where each kind is edited; null for private ones of agents. */
const pages: Record<MentionKind, ((id: number) => string) | null> = {
  automation_rule: (id) => `/admin/automations/${id}/edit`,
  macro: (id) => `/admin/conversations/macros/${id}/edit`,
  view: null,
  template: (id) => `/admin/templates/${id}/edit`,
  inbox: (id) => `/admin/inboxes/${id}/edit`,
  agent: (id) => `/admin/teams/agents/${id}/edit`,
  team: (id) => `/admin/teams/teams/${id}/edit`,
  role: (id) => `/admin/teams/roles/${id}/edit`,
  tag: () => '/admin/conversations/tags',
  status: () => '/admin/conversations/statuses',
  business_hours: (id) => `/admin/business-hours/${id}/edit`,
  sla_policy: (id) => `/admin/sla/${id}/edit`,
  custom_attribute: () => '/admin/custom-attributes',
  ai_prompt: (id) => `/admin/ai/prompts/${id}/edit`,
  webhook: (id) => `/admin/webhooks/${id}/edit`,
  retention_rule: () => '/admin/data',
}

/** One erasure: what was removed, what an administrator has to edit, and until when backups have the person. */
export function ErasureItem({ erasure }: { erasure: Erasure }) {
  const { t } = useTranslation()
  const backups = backupsText(erasure, t)
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">
          {t('privacy.erasure', { id: erasure.id })} · {t(`privacy.state.${erasure.state}`)}
        </span>
        <a className={linkClass} href={`/api/v1/privacy/erasures/${erasure.id}/report`} download>
          {t('privacy.report')}
        </a>
      </p>
      <p className="text-xs text-ink-3">
        {erasure.requested_by} · <RelativeTime at={erasure.requested_at} />
      </p>
      <p className="mt-1 text-ink-2">{erasureCounts(erasure.counts, t).join(' · ')}</p>
      {backups && <p className="text-ink-2">{backups}</p>}
      <Mentions mentions={erasure.mentions} />
    </li>
  )
}

function backupsText({ backups: { count, until } }: Erasure, t: TFunction): string | null {
  if (count === 0) return null
  return until
    ? t('privacy.backups_until', { count, date: fullDate(until) })
    : t('privacy.backups_kept', { count })
}

function Mentions({ mentions }: Pick<Erasure, 'mentions'>) {
  const { t } = useTranslation()
  if (mentions.length === 0) return null
  return (
    <div className="mt-1 text-ink-2">
      <p>{t('privacy.mentions')}</p>
      <ul className="list-disc pl-5">
        {mentions.map(({ kind, id, name, edited }) => {
          const page = pages[kind]?.(id)
          const text = t(`privacy.mention.${kind}`, { name })
          return (
            <li key={`${kind} ${id}`} className="wrap-anywhere">
              {page ? (
                <Link to={page} className={linkClass}>
                  {text}
                </Link>
              ) : (
                text
              )}
              {edited && <span className="text-ink-3"> · {t('privacy.mention.edited')}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
