import { ChevronDown, Download } from 'lucide-react'
import { type ReactElement, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { clockTime } from '../../../format/date-time.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { RangePicker } from '../scope/range-picker.tsx'
import { type Filter, ReportFilters } from '../scope/report-filters.tsx'
import type { ReportContext } from '../scope/use-report-context.ts'

/** The frame of every report: title, controls and CSV export. */
export function ReportPage({
  title,
  report,
  csv,
  canCompare = false,
  except,
  counted_up_to,
  children,
}: {
  title: string
  report: ReportContext
  csv: string
  /** Whether it can be compared with the previous period. */
  canCompare?: boolean
  except?: Filter
  counted_up_to?: string | null | undefined
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { range, hours, time_zone } = report
  const lead = [
    range ? t(`reports.range.${range}`) : t('reports.range.chosen'),
    t(`reports.hours.${hours}`).toLocaleLowerCase(),
    time_zone,
  ].join(', ')
  return (
    <Page title={title} lead={lead} wide>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <RangePicker report={report} />
        <HoursChoice report={report} />
        {canCompare && <CompareSwitch report={report} />}
        <ReportFilters report={report} except={except} />
        <CsvButton href={csv} />
      </div>
      <div className="space-y-3.5">{children}</div>
      {counted_up_to && (
        <p className="mt-4 text-xs text-ink-3">{t('reports.counted', { when: clockTime(counted_up_to) })}</p>
      )}
    </Page>
  )
}

function HoursChoice({ report: { hours, change } }: { report: ReportContext }): ReactElement {
  const { t } = useTranslation()
  return (
    <Select
      label={`${t('reports.hours')}: ${t(`reports.hours.${hours}`)}`}
      value={hours}
      trigger={
        <Button>
          {t(`reports.hours.${hours}`)}
          <ChevronDown size={14} aria-hidden className="text-ink-3" />
        </Button>
      }
      options={(['business', 'wall'] as const).map((one) => ({
        value: one,
        label: t(`reports.hours.${one}`),
      }))}
      onValueChange={(one) => change({ hours: one === 'wall' ? one : undefined })}
    />
  )
}

function CompareSwitch({ report: { isComparing, change } }: { report: ReportContext }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex h-8 items-center gap-2 px-1">
      <Switch
        aria-labelledby={id}
        checked={isComparing}
        onCheckedChange={(on) => change({ compare: on ? undefined : 'none' })}
      />
      <span id={id} className="text-ink-2">
        {t('reports.compare')}
      </span>
    </div>
  )
}

function CsvButton({ href }: { href: string }) {
  const { t } = useTranslation()
  return (
    <a
      href={href}
      download
      className="inline-flex h-7.5 items-center gap-2 rounded-md border border-line-strong px-3 font-medium hover:bg-hover md:ml-auto"
    >
      <Download size={14} aria-hidden />
      {t('reports.csv')}
    </a>
  )
}
