import { liveMeasures } from '@parley/contract/reports/report-measures'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { formatCount } from '../data/report-format.ts'
import { countsQuery } from '../data/report-queries.ts'
import { DrilldownLink } from '../drilldown/drilldown-link.tsx'
import { isFiltered } from '../scope/report-filters.tsx'
import type { ReportContext } from '../scope/use-report-context.ts'
import { Tile, Tiles } from './tiles.tsx'

const presences = ['online', 'away', 'reassigning', 'offline'] as const

/** Live counts, independent of the report's period. */
export function LiveCounts({ report: { params, scope } }: { report: ReportContext }) {
  const { t } = useTranslation()
  const { data, error } = useQuery(countsQuery(params))
  return (
    <div>
      <p className="mb-2 flex min-h-5 flex-wrap gap-x-4 text-ink-2 tabular-nums">
        <span className="font-semibold text-ink">{t('reports.now')}</span>
        <span className="text-ink-3">
          {t(isFiltered(scope) ? 'reports.agents_now.every' : 'reports.agents_now')}
        </span>
        {error && !data && <span className="text-bad">{error.message}</span>}
        {data &&
          presences.map((presence) => (
            <span key={presence}>
              {t(`reports.presence.${presence}`, { count: data[`agents_${presence}`] })}
            </span>
          ))}
      </p>
      <Tiles label={t('reports.now')}>
        {liveMeasures.map((measure) => {
          const name = t(`report.measure.${measure}`)
          const value = data && formatCount(data[measure])
          return (
            <Tile key={measure} title={name} definition={t(`report.definition.${measure}`)}>
              {!data && (error ? '–' : <Skeleton className="my-1.5 h-5 w-12" />)}
              {data && data[measure] === 0 && value}
              {data && value && data[measure] > 0 && (
                <DrilldownLink
                  drilldown={{ measure }}
                  label={t('reports.show_behind', { value, measure: name })}
                >
                  {value}
                </DrilldownLink>
              )}
            </Tile>
          )
        })}
      </Tiles>
    </div>
  )
}
