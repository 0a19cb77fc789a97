import type { ReportMeasure } from '@parley/contract/reports/report-measures'
import type { ReportNumbers } from '@parley/contract/reports/reports'
import { useTranslation } from 'react-i18next'
import {
  findDrilldownMeasure,
  formatMeasure,
  getMeasure,
  type Hours,
  measureValue,
} from '../data/measures.ts'
import { DrilldownLink } from '../drilldown/drilldown-link.tsx'
import type { ReportScope } from '../scope/report-search.ts'

/** A measure's value as a drill-down link, or a dash without data. */
export function MeasureValue({
  measure,
  numbers,
  hours,
  scope,
  nobody,
}: {
  measure: ReportMeasure
  numbers: ReportNumbers
  hours: Hours
  scope?: Partial<ReportScope>
  nobody?: 'agent' | 'team' | 'tag' | undefined
}) {
  const { t } = useTranslation()
  const value = measureValue(measure, numbers, hours)
  if (value === null) return <span className="text-ink-3">–</span>
  const text = formatMeasure(getMeasure(measure).unit, value)
  const drilldownMeasure = findDrilldownMeasure(measure, value)
  if (drilldownMeasure === null) return <span className="tabular-nums">{text}</span>
  return (
    <DrilldownLink
      drilldown={{ measure: drilldownMeasure, ...(nobody && { nobody }) }}
      {...(scope && { scope })}
      label={t('reports.show_behind', { value: text, measure: t(`report.measure.${measure}`) })}
    >
      {text}
    </DrilldownLink>
  )
}
