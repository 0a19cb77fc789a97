import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LIST, useBehind } from './behind.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { FiguresTable } from './charts/figures-table.tsx'
import { HeatMap } from './charts/heat-map.tsx'
import { csvPath } from './csv.ts'
import { busiestQuery } from './queries.ts'
import type { Scoped } from './use-scope.ts'
import { count, hourText, weekday } from './words.ts'

const week = [0, 1, 2, 3, 4, 5, 6]
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const EVERY = 4

/** When in the week conversations begin. */
export function BusiestHours({ scoped: { asked }, className }: { scoped: Scoped; className?: string }) {
  const { t } = useTranslation()
  const to = useBehind()
  const { data, isPending, error, isPlaceholderData } = useQuery(busiestQuery(asked))
  const title = t('reports.busiest')
  const says = (day: number, hour: number, value: number) =>
    t('reports.busiest.cell', {
      day: weekday(day, 'long'),
      from: hourText(hour),
      to: hourText((hour + 1) % 24),
      count: value,
    })
  return (
    <ChartCard
      title={title}
      aside={t('reports.busiest.aside')}
      definition={t('report.definition.new')}
      csv={csvPath('busiest_hours', asked)}
      pending={isPending}
      failure={data ? null : error?.message}
      empty={data?.counts.flat().every((value) => value === 0) && t('reports.none')}
      dim={isPlaceholderData}
      className={className ?? ''}
      table={
        data && (
          <FiguresTable
            label={title}
            corner={t('reports.by.hour')}
            heads={week.map((day) => weekday(day, 'short'))}
            rows={hours.map((hour) => ({
              key: String(hour),
              head: hourText(hour),
              cells: week.map((day) => count(data.counts[day]?.[hour] ?? 0)),
            }))}
          />
        )
      }
    >
      <HeatMap
        label={title}
        days={week.map((day) => weekday(day, 'short'))}
        hours={hours.map((hour) => (hour % EVERY === 0 ? String(hour) : ''))}
        counts={data?.counts ?? []}
        says={says}
        hint={t('reports.busiest.hint')}
        link={(day, hour, props) => (
          <Link to={LIST} search={to({ measure: 'new', weekday: day, hour })} preload={false} {...props} />
        )}
      />
    </ChartCard>
  )
}
