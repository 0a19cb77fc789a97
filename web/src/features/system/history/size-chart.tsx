import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { LineChart } from '../../../charts/lazy-charts.tsx'
import { byteSize } from '../../../format/byte-size.ts'
import { shortDateTime } from '../../../format/date-time.tsx'
import { SegmentedControl } from '../../../ui/inputs/segmented-control.tsx'
import { historyQuery } from '../system-queries.ts'
import { type HistoryRange, historyRanges, toAxisPoint } from './history-range.ts'

const measures = [
  { key: 'database_bytes', label: 'system.size.database', tone: 'accent', area: true },
  { key: 'files_bytes', label: 'system.size.files', tone: 'good' },
  { key: 'search_bytes', label: 'system.size.search', tone: 'ghost' },
] as const

/** How the database, files and search index grow. */
export function SizeChart() {
  const { t } = useTranslation()
  const [range, setRange] = useState<HistoryRange>('30')
  const { data, isPending, error, isPlaceholderData } = useQuery(historyQuery(range))
  const samples = data?.samples ?? []
  const title = t('system.sizes')
  const series = measures.map(({ label, ...measure }) => ({
    ...measure,
    label: t(label),
    values: samples.map((sample) => sample[measure.key]),
  }))
  return (
    <ChartCard
      title={title}
      definition={t('system.sizes.definition')}
      legend={series}
      isPending={isPending}
      errorText={data ? null : error?.message}
      emptyText={samples.length === 0 && t('system.sizes.none')}
      isStale={isPlaceholderData}
      aside={
        <SegmentedControl
          label={t('system.range')}
          segments={historyRanges.map((value) => ({ value, label: t(`system.range.${value}`) }))}
          value={range}
          onValueChange={setRange}
        />
      }
      table={
        <ChartTable
          label={title}
          cornerLabel={t('system.sizes.time')}
          columnLabels={series.map(({ label }) => label)}
          rows={samples.map((sample) => ({
            key: sample.at,
            head: shortDateTime(sample.at),
            cells: measures.map(({ key }) => formatSize(sample[key])),
          }))}
        />
      }
    >
      <LineChart
        label={title}
        axisPoints={samples.map((sample) => toAxisPoint(sample.at, range))}
        series={series}
        formatValue={byteSize}
      />
    </ChartCard>
  )
}

const formatSize = (bytes: number | null) => (bytes === null ? '–' : byteSize(bytes))
