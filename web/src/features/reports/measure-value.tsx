import type { ReportMeasure } from '@parley/contract/report-measures'
import type { ReportNumbers } from '@parley/contract/reports'
import { useTranslation } from 'react-i18next'
import { BehindLink } from './behind.tsx'
import { behindValue, type Hours, measured, measureOf, worded } from './measures.ts'
import type { Scope } from './search.ts'

/** A measure's value, leading to its conversations; a dash where nothing was measured. */
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
  scope?: Partial<Scope>
  nobody?: 'agent' | 'team' | 'tag' | undefined
}) {
  const { t } = useTranslation()
  const value = measured(measure, numbers, hours)
  if (value === null) return <span className="text-ink-3">–</span>
  const words = worded(measureOf(measure).unit, value, t)
  const behind = behindValue(measure, value)
  if (behind === null) return <span className="tabular-nums">{words}</span>
  return (
    <BehindLink
      behind={{ measure: behind, ...(nobody && { nobody }) }}
      {...(scope && { scope })}
      label={t('reports.show_behind', { value: words, measure: t(`report.measure.${measure}`) })}
    >
      {words}
    </BehindLink>
  )
}
