import type { ReportMeasure } from '@parley/contract/reports/report-measures'
import type { ReportSummary, ReportTimes } from '@parley/contract/reports/reports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Definition } from '../../../charts/chart-card.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { formatChange, formatMeasure, getMeasure, type Hours, measureValue } from '../data/measures.ts'
import { formatSeconds, periodText } from '../data/report-format.ts'
import { MeasureValue } from './measure-value.tsx'

/** A row of summary tiles. */
export function Tiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // The separators are the background showing through, however the tiles wrap.
      className="grid grid-cols-2 gap-px overflow-hidden rounded-sheet border bg-line md:grid-cols-4"
    >
      {children}
    </section>
  )
}

export function Tile({
  title,
  definition,
  end,
  children,
}: {
  title: string
  definition?: ReactNode
  /** Next to the number, smaller. */
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col bg-surface px-4 py-3">
      <div className="flex min-h-6 items-center gap-0.5">
        <h2 className="text-xs font-medium text-ink-3">{title}</h2>
        {definition && <Definition title={title}>{definition}</Definition>}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-[-0.02em] tabular-nums">{children}</span>
        {end}
      </p>
    </div>
  )
}

const toneClasses = { good: 'text-good', bad: 'text-bad', plain: 'text-ink-3' }

/** A measure for the report's period, with the change from the previous one. */
export function MeasureTile({
  measure,
  summary,
  hours,
}: {
  measure: ReportMeasure
  summary: ReportSummary | undefined
  hours: Hours
}) {
  const { t } = useTranslation()
  return (
    <Tile
      title={
        isDuration(measure)
          ? t('reports.median', { name: t(`report.measure.${measure}`) })
          : t(`report.measure.${measure}`)
      }
      definition={
        <>
          {t(`report.definition.${measure}`)}
          {summary && isDuration(measure) && <DurationSpread times={summary.current[measure][hours]} />}
        </>
      }
      end={summary && <ChangeFromPrevious measure={measure} summary={summary} hours={hours} />}
    >
      {summary ? (
        <MeasureValue measure={measure} numbers={summary.current} hours={hours} />
      ) : (
        <Skeleton className="my-1.5 h-5 w-16" />
      )}
    </Tile>
  )
}

const durationMeasures = ['first_response', 'next_response', 'resolution'] as const
const isDuration = (measure: ReportMeasure): measure is (typeof durationMeasures)[number] =>
  durationMeasures.some((one) => one === measure)

/** Average and 90th percentile, next to the median. */
function DurationSpread({ times: { average, p90 } }: { times: ReportTimes }) {
  const { t } = useTranslation()
  if (average === null || p90 === null) return null
  return (
    <span className="mt-2 block text-ink">
      {t('reports.spread', { average: formatSeconds(average), p90: formatSeconds(p90) })}
    </span>
  )
}

function ChangeFromPrevious({
  measure,
  summary: { current, previous, previous_range },
  hours,
}: {
  measure: ReportMeasure
  summary: ReportSummary
  hours: Hours
}) {
  const { t } = useTranslation()
  const definition = getMeasure(measure)
  if (!previous || !previous_range) return null
  const currentValue = measureValue(measure, current, hours)
  const previousValue = measureValue(measure, previous, hours)
  if (currentValue === null || previousValue === null) return null
  const change = formatChange(definition, currentValue, previousValue, t)
  const comparison = t('reports.before', {
    value: formatMeasure(definition.unit, previousValue),
    period: periodText(previous_range, previous_range.to.slice(0, 4)),
  })
  return (
    <span
      title={comparison}
      className={`text-xs font-medium tabular-nums ${change ? toneClasses[change.tone] : 'text-ink-3'}`}
    >
      {change ? change.text : t('reports.unchanged')}
      <span className="sr-only"> {comparison}</span>
    </span>
  )
}
