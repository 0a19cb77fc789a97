import { listActivityLogs } from '@parley/contract/activity-log/activity-log'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { activitySentence, targetPage } from '../../../features/activity-log/activity-text.ts'
import { RelativeTime } from '../../../format/date-time.tsx'
import { OverviewSection, SectionLoading } from './overview-section.tsx'

const PAGE_SIZE = 8
/** Sign-ins and availability change no settings. */
const excludedTypes = ['agent_login', 'agent_logout', 'agent_away', 'agent_away_reassigned', 'agent_online']
const filters = JSON.stringify(
  excludedTypes.map((value) => ({
    model: 'activity_logs',
    field: 'activity_type',
    operator: 'not equals',
    value,
  })),
)

/** The latest changes by administrators. */
export function RecentChanges() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: queryKeys.activityLog({ filters, page: 1 }),
    queryFn: ({ signal }) =>
      call(listActivityLogs, { signal, query: { page_size: String(PAGE_SIZE), filters } }),
    staleTime: 0,
  })
  const entries = query.data?.results
  return (
    <OverviewSection
      title={t('overview.changes')}
      more={{ to: '/admin/teams/activity-log', label: t('overview.changes.more') }}
    >
      {!entries && <SectionLoading query={query} />}
      {entries?.length === 0 && <p className="text-ink-2">{t('overview.changes.none')}</p>}
      {entries && entries.length > 0 && (
        <ol className="border-t">
          {entries.map((entry) => {
            const page = targetPage(entry)
            const sentence = activitySentence(entry, t)
            return (
              <li key={entry.id} className="flex flex-wrap items-baseline gap-x-4 border-b py-2">
                <span className="min-w-48 flex-1 break-words">
                  {page ? (
                    <Link to={page} className="underline-offset-2 hover:underline">
                      {sentence}
                    </Link>
                  ) : (
                    sentence
                  )}
                </span>
                <span className="text-xs text-ink-3">
                  <RelativeTime at={entry.created_at} />
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </OverviewSection>
  )
}
