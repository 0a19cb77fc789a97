import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { HeatMap } from '../../../charts/heat-map.tsx'
import { csvPath } from '../data/csv-path.ts'
import { formatCount, hourText, weekdayName } from '../data/report-format.ts'
import { busiestQuery } from '../data/report-queries.ts'
import { DRILLDOWN_PATH, useDrilldownSearch } from '../drilldown/drilldown-link.tsx'
import type { ReportContext } from '../scope/use-report-context.ts'

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const LABEL_EVERY_HOURS = 4

/** When in the week conversations start. */
export function BusiestHours({
  report: { params },
  className,
}: {
  report: ReportContext
  className?: string
}) {
  const { t } = useTranslation()
  const drilldownSearch = useDrilldownSearch()
  const { data, isPending, error, isPlaceholderData } = useQuery(busiestQuery(params))
  const title = t('reports.busiest')
  const cellLabel = (day: number, hour: number, value: number) =>
    t('reports.busiest.cell', {
      day: weekdayName(day, 'long'),
      from: hourText(hour),
      to: hourText((hour + 1) % 24),
      count: value,
    })
  return (
    <ChartCard
      title={title}
      aside={t('reports.busiest.aside')}
      definition={t('report.definition.new')}
      csv={csvPath('busiest_hours', params)}
      isPending={isPending}
      errorText={data ? null : error?.message}
      emptyText={data?.counts.flat().every((value) => value === 0) && t('reports.none')}
      isStale={isPlaceholderData}
      className={className ?? ''}
      table={
        data && (
          <ChartTable
            label={title}
            cornerLabel={t('reports.by.hour')}
            columnLabels={WEEKDAYS.map((day) => weekdayName(day, 'short'))}
            rows={HOURS.map((hour) => ({
              key: String(hour),
              head: hourText(hour),
              cells: WEEKDAYS.map((day) => formatCount(data.counts[day]?.[hour] ?? 0)),
            }))}
          />
        )
      }
    >
      <HeatMap
        label={title}
        days={WEEKDAYS.map((day) => weekdayName(day, 'short'))}
        hours={HOURS.map((hour) => (hour % LABEL_EVERY_HOURS === 0 ? String(hour) : ''))}
        counts={data?.counts ?? []}
        cellLabel={cellLabel}
        hint={t('reports.busiest.hint')}
        renderCell={(day, hour, props) => (
          <Link
            to={DRILLDOWN_PATH}
            search={drilldownSearch({ measure: 'new', weekday: day, hour })}
            preload={false}
            {...props}
          />
        )}
      />
    </ChartCard>
  )
}
