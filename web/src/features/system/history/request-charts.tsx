import type { SystemHistory } from '@parley/contract/system/system-status'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { LineChart } from '../../../charts/lazy-charts.tsx'
import type { Series } from '../../../charts/series.ts'
import { shortDateTime } from '../../../format/date-time.tsx'
import { readerLocale } from '../../../format/locale.ts'
import { SegmentedControl } from '../../../ui/inputs/segmented-control.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { historyQuery } from '../system-queries.ts'
import { SystemSection } from '../system-section.tsx'
import { type HistoryRange, historyRanges, toAxisPoint } from './history-range.ts'

type Requests = SystemHistory['requests']

const allHosts = ''

/** How long requests to the API take, and how many fail, of all nodes or of one machine. */
export function RequestCharts() {
  const { t } = useTranslation()
  const [range, setRange] = useState<HistoryRange>('7')
  const [host, setHost] = useState(allHosts)
  const { data, isPending, error, isPlaceholderData } = useQuery(historyQuery(range, host || undefined))
  const requests = data?.requests ?? []
  const hosts = data?.hosts ?? []
  const chart = {
    ...{ requests, range, isPending, isStale: isPlaceholderData },
    errorText: data ? null : error?.message,
  }
  return (
    <SystemSection
      title={t('system.requests')}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {(hosts.length > 1 || host !== allHosts) && (
            <span className="w-44">
              <Select
                label={t('system.requests.machine')}
                options={[
                  { value: allHosts, label: t('system.requests.all') },
                  ...hosts.map((name) => ({ value: name, label: name })),
                ]}
                value={host}
                onValueChange={setHost}
              />
            </span>
          )}
          <SegmentedControl
            label={t('system.range')}
            segments={historyRanges.map((value) => ({ value, label: t(`system.range.${value}`) }))}
            value={range}
            onValueChange={setRange}
          />
        </span>
      }
    >
      <div className="grid gap-6 md:grid-cols-2">
        <DurationChart {...chart} />
        <ErrorChart {...chart} />
      </div>
    </SystemSection>
  )
}

type ChartProps = {
  requests: Requests
  range: HistoryRange
  isPending: boolean
  isStale: boolean
  errorText: string | null | undefined
}

function DurationChart({ requests, range, ...state }: ChartProps) {
  const { t } = useTranslation()
  const title = t('system.requests.duration')
  const series: readonly Series[] = [
    {
      ...{ key: 'p50', label: t('system.requests.p50'), tone: 'good' },
      values: requests.map(({ p50_seconds }) => toMilliseconds(p50_seconds)),
    },
    {
      ...{ key: 'p95', label: t('system.requests.p95'), tone: 'accent' },
      values: requests.map(({ p95_seconds }) => toMilliseconds(p95_seconds)),
    },
  ]
  return (
    <ChartCard
      {...state}
      title={title}
      definition={t('system.requests.duration.definition')}
      legend={series}
      emptyText={requests.length === 0 && t('system.requests.none')}
      table={
        <ChartTable
          label={title}
          cornerLabel={t('system.sizes.time')}
          columnLabels={series.map(({ label }) => label)}
          rows={requests.map(({ at, p50_seconds, p95_seconds }) => ({
            key: at,
            head: shortDateTime(at),
            cells: [p50_seconds, p95_seconds].map((seconds) =>
              seconds === null ? '–' : milliseconds(seconds * 1000),
            ),
          }))}
        />
      }
    >
      <LineChart
        label={title}
        axisPoints={requests.map(({ at }) => toAxisPoint(at, range))}
        series={series}
        formatValue={milliseconds}
      />
    </ChartCard>
  )
}

function ErrorChart({ requests, range, ...state }: ChartProps) {
  const { t } = useTranslation()
  const title = t('system.requests.errors')
  const series: readonly Series[] = [
    {
      ...{ key: 'errors', label: title, tone: 'bad', area: true },
      values: requests.map(({ count, errors }) => (count === 0 ? null : (100 * errors) / count)),
    },
  ]
  return (
    <ChartCard
      {...state}
      title={title}
      definition={t('system.requests.errors.definition')}
      emptyText={requests.length === 0 && t('system.requests.none')}
      table={
        <ChartTable
          label={title}
          cornerLabel={t('system.sizes.time')}
          columnLabels={[t('system.requests.count'), t('system.requests.failed'), title]}
          rows={requests.map(({ at, count, errors }) => ({
            key: at,
            head: shortDateTime(at),
            cells: [number(count), number(errors), percent(count === 0 ? 0 : (100 * errors) / count)],
          }))}
        />
      }
    >
      <LineChart
        label={title}
        axisPoints={requests.map(({ at }) => toAxisPoint(at, range))}
        series={series}
        formatValue={percent}
      />
    </ChartCard>
  )
}

const toMilliseconds = (seconds: number | null) => (seconds === null ? null : seconds * 1000)

const number = (value: number) => new Intl.NumberFormat(readerLocale()).format(value)

const milliseconds = (value: number) =>
  new Intl.NumberFormat(readerLocale(), {
    ...{ style: 'unit', unit: 'millisecond', maximumFractionDigits: value < 10 ? 1 : 0 },
  }).format(value)

const percent = (value: number) =>
  new Intl.NumberFormat(readerLocale(), { style: 'percent', maximumFractionDigits: 2 }).format(value / 100)
