import { listRetentionRuns, type RetentionRun } from '@parley/contract/retention/retention'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { RelativeTime } from '../../format/date-time.tsx'
import { fileSize } from '../../format/file-size.ts'
import { readerLocale } from '../../format/locale.ts'
import { HorizontalScroll } from '../../ui/layout/horizontal-scroll.tsx'

/** Progress isn't pushed. */
const polling = { refetchInterval: 10_000 }

/** What rules did, and what dry runs counted. */
export function RunLog() {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.retention, 'runs'],
    queryFn: ({ signal }) => call(listRetentionRuns, { signal }),
    ...polling,
  })
  const count = new Intl.NumberFormat(readerLocale())
  if (data.length === 0) return null
  return (
    <div className="pt-8">
      <h2 className="mb-2 text-md font-semibold">{t('retention.runs')}</h2>
      <HorizontalScroll label={t('retention.runs')} className="rounded-lg border">
        <table className="w-full text-left tabular-nums">
          <thead>
            <tr className="border-b text-xs text-ink-3 [&>th]:px-3 [&>th]:py-1.5 [&>th]:font-medium">
              <th>{t('retention.run.rule')}</th>
              <th>{t('retention.run.when')}</th>
              <th className="text-right">{t('retention.run.conversations')}</th>
              <th className="text-right">{t('retention.run.size')}</th>
              <th>{t('retention.run.state')}</th>
            </tr>
          </thead>
          <tbody className="[&>tr+tr]:border-t">
            {data.map((run) => (
              <tr key={run.id} className="[&>td]:px-3 [&>td]:py-2">
                <td className="max-w-48 truncate" title={run.rule_name}>
                  {run.rule_name}
                </td>
                <td className="whitespace-nowrap">
                  <RelativeTime at={run.started_at} />
                </td>
                <td className="text-right">{count.format(run.conversations)}</td>
                <td className="text-right whitespace-nowrap">{fileSize(run.bytes)}</td>
                <td className="whitespace-nowrap text-ink-2">{t(stateOf(run), { count: run.skipped })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </HorizontalScroll>
    </div>
  )
}

function stateOf({ kind, finished_at, stopped, skipped }: RetentionRun): string {
  if (finished_at === null) return 'retention.run.running'
  if (stopped !== null) return 'retention.run.stopped'
  if (kind === 'dry_run') return 'retention.run.counted'
  return skipped > 0 ? 'retention.run.skipped' : 'retention.run.done'
}
