import { ChevronDown, Download } from 'lucide-react'
import { type ReactElement, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { clockTime } from '../../format/time.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type Filter, Filters } from './filters.tsx'
import { RangePicker } from './range-picker.tsx'
import type { Scoped } from './use-scope.ts'

/** What every report has: what it is about, how that is chosen, and the whole as a file. */
export function ReportPage({
  title,
  scoped,
  csv,
  compares = false,
  but,
  counted_up_to,
  children,
}: {
  title: string
  scoped: Scoped
  csv: string
  /** Whether it can be held against the days before. */
  compares?: boolean
  but?: Filter
  counted_up_to?: string | null | undefined
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { range, hours, time_zone } = scoped
  const lead = [
    range ? t(`reports.range.${range}`) : t('reports.range.chosen'),
    t(`reports.hours.${hours}`).toLocaleLowerCase(),
    time_zone,
  ].join(', ')
  return (
    <Page title={title} lead={lead} wide>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <RangePicker scoped={scoped} />
        <HoursChoice scoped={scoped} />
        {compares && <CompareSwitch scoped={scoped} />}
        <Filters scoped={scoped} but={but} />
        <CsvButton href={csv} />
      </div>
      <div className="space-y-3.5">{children}</div>
      {counted_up_to && (
        <p className="mt-4 text-xs text-ink-3">{t('reports.counted', { when: clockTime(counted_up_to) })}</p>
      )}
    </Page>
  )
}

function HoursChoice({ scoped: { hours, change } }: { scoped: Scoped }): ReactElement {
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

function CompareSwitch({ scoped: { compares, change } }: { scoped: Scoped }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex h-8 items-center gap-2 px-1">
      <Switch
        aria-labelledby={id}
        checked={compares}
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
