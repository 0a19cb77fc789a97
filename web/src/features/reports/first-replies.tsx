import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BehindLink } from './behind.tsx'
import { barText } from './behind-words.ts'
import { Bars } from './charts/bars.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { FiguresTable } from './charts/figures-table.tsx'
import { csvPath } from './csv.ts'
import { firstResponsesQuery } from './queries.ts'
import type { Scoped } from './use-scope.ts'
import { count, percent } from './words.ts'

/** How many first replies took how long. */
export function FirstReplies({
  scoped: { asked, hours },
  className,
}: {
  scoped: Scoped
  className?: string
}) {
  const { t } = useTranslation()
  const { data, isPending, error, isPlaceholderData } = useQuery(firstResponsesQuery(asked))
  const title = t('reports.first_replies')
  const bars = data?.bars ?? []
  const all = bars.reduce((sum, bar) => sum + bar[hours], 0)
  const lines = bars.map((bar) => {
    const { from_seconds, to_seconds } = bar
    const name = barText(from_seconds, to_seconds, t)
    const value = count(bar[hours])
    return {
      key: String(from_seconds),
      name,
      value: bar[hours],
      share: all === 0 ? 0 : bar[hours] / all,
      link:
        bar[hours] === 0 ? (
          value
        ) : (
          <BehindLink
            behind={{
              measure: 'first_response',
              bar_hours: hours,
              min_seconds: from_seconds,
              ...(to_seconds !== null && { max_seconds: to_seconds }),
            }}
            label={t('reports.show_behind', { value, measure: name })}
          >
            {value}
          </BehindLink>
        ),
    }
  })
  return (
    <ChartCard
      title={title}
      aside={t(`reports.hours.${hours}`).toLocaleLowerCase()}
      definition={t('report.definition.first_response')}
      csv={csvPath('first_responses', asked)}
      pending={isPending}
      failure={data ? null : error?.message}
      empty={data && all === 0 && t('reports.none')}
      dim={isPlaceholderData}
      className={className ?? ''}
      table={
        <FiguresTable
          label={title}
          corner={t('reports.first_replies.took')}
          heads={[t('reports.first_replies.count'), t('reports.first_replies.share')]}
          rows={lines.map(({ key, name, link, share }) => ({
            key,
            head: name,
            cells: [link, percent(share)],
          }))}
        />
      }
    >
      <Bars
        label={title}
        lines={lines.map(({ key, name, value, link }) => ({
          key,
          label: name,
          parts: [{ tone: 'accent', value }],
          end: link,
        }))}
      />
    </ChartCard>
  )
}
