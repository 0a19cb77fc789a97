import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { BarChart } from '../../../charts/lazy-charts.tsx'
import { clockTime, shortDateTime } from '../../../format/date-time.tsx'
import { readerLocale } from '../../../format/locale.ts'
import { historyQuery } from '../system-queries.ts'

const formatCount = (value: number) => new Intl.NumberFormat(readerLocale()).format(value)

/** Messages from and to customers in the last 24 hours. */
export function MailChart() {
  const { t } = useTranslation()
  const { data, isPending, error } = useQuery(historyQuery('30'))
  const mail = data?.mail ?? []
  const title = t('system.mail')
  const series = [
    {
      key: 'incoming',
      label: t('system.mail.incoming'),
      tone: 'accent',
      values: mail.map((hour) => hour.incoming),
    },
    {
      key: 'outgoing',
      label: t('system.mail.outgoing'),
      tone: 'good',
      values: mail.map((hour) => hour.outgoing),
    },
  ] as const
  return (
    <ChartCard
      title={title}
      legend={series}
      isPending={isPending}
      errorText={data ? null : error?.message}
      emptyText={mail.every(({ incoming, outgoing }) => incoming + outgoing === 0) && t('system.mail.none')}
      table={
        <ChartTable
          label={title}
          cornerLabel={t('system.mail.hour')}
          columnLabels={series.map(({ label }) => label)}
          rows={mail.map(({ at, incoming, outgoing }) => ({
            key: at,
            head: shortDateTime(at),
            cells: [formatCount(incoming), formatCount(outgoing)],
          }))}
        />
      }
    >
      <BarChart
        label={title}
        axisPoints={mail.map(({ at }) => ({ label: clockTime(at), title: shortDateTime(at) }))}
        series={series}
        formatValue={formatCount}
      />
    </ChartCard>
  )
}
