import type { SimulatedMetric, SlaSimulation } from '@parley/contract/sla/sla-simulation'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../../format/locale.ts'
import { HorizontalScroll } from '../../ui/layout/horizontal-scroll.tsx'
import { formatWorkingTime } from './format-working-time.ts'
import { metricKeys } from './sla-fields.ts'

/** A table per SLA target, by team, and the conversations that would have missed one. */
export function SimulationResult({ result }: { result: SlaSimulation }) {
  const { t } = useTranslation()
  if (result.conversations === 0) return <p className="text-ink-3">{t('sla.simulation.none')}</p>
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="font-medium">
          {t('sla.simulation.sum', { count: result.breached_conversations, total: result.conversations })}
        </p>
        {result.conversations < result.total && (
          <p className="text-ink-3">
            {t('sla.simulation.part', { count: result.conversations, total: result.total })}
          </p>
        )}
      </div>
      {result.metrics.map((metric) => (
        <MetricTable key={metric.metric} result={result} overall={metric} />
      ))}
      {result.breached_conversations > 0 && <BreachedConversations of={result} />}
    </div>
  )
}

function MetricTable({ result, overall }: { result: SlaSimulation; overall: SimulatedMetric }) {
  const { t } = useTranslation()
  const rows = result.teams.flatMap((team) => {
    const teamMetric = team.metrics.find(({ metric }) => metric === overall.metric)
    return teamMetric
      ? [{ ...teamMetric, team_id: team.team_id, name: team.name ?? t('sla.simulation.no_team') }]
      : []
  })
  return (
    <HorizontalScroll label={t(metricKeys[overall.metric])} className="rounded-lg border">
      <table className="w-full min-w-120 text-right tabular-nums">
        <caption className="border-b px-3 py-2 text-left font-semibold">
          {t(metricKeys[overall.metric])}
        </caption>
        <thead className="text-xs text-ink-3">
          <tr>
            <Heading isFirst>{t('sla.simulation.team')}</Heading>
            {(['met', 'breached', 'actual', 'median', 'p90'] as const).map((column) => (
              <Heading key={column}>{t(`sla.simulation.${column}`)}</Heading>
            ))}
          </tr>
        </thead>
        <tbody className="[&_tr]:border-t">
          {rows.length > 1 &&
            rows.map((row) => <MetricRow key={row.team_id ?? 0} name={row.name} metric={row} />)}
          <MetricRow name={t('sla.simulation.all')} metric={overall} isTotal />
        </tbody>
      </table>
    </HorizontalScroll>
  )
}

const Heading = ({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) => (
  <th scope="col" className={`px-3 py-1.5 font-medium whitespace-nowrap ${isFirst ? 'text-left' : ''}`}>
    {children}
  </th>
)

function MetricRow({
  name,
  metric,
  isTotal = false,
}: {
  name: string
  metric: SimulatedMetric
  isTotal?: boolean
}) {
  const locale = readerLocale()
  const decided = metric.met + metric.breached
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const time = (seconds: number | null) => (seconds === null ? '–' : formatWorkingTime(seconds, locale))
  return (
    <tr className={isTotal ? 'font-medium' : ''}>
      <th scope="row" className="max-w-40 truncate px-3 py-1.5 text-left font-[inherit]">
        {name}
      </th>
      <Cell>{decided === 0 ? '–' : share.format(metric.met / decided)}</Cell>
      <Cell>
        <span className={metric.breached > 0 ? 'text-bad' : ''}>{metric.breached}</span>
      </Cell>
      <Cell>{metric.actual_met + metric.actual_breached === 0 ? '–' : metric.actual_breached}</Cell>
      <Cell>{time(metric.median)}</Cell>
      <Cell>{time(metric.p90)}</Cell>
    </tr>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  <td className="px-3 py-1.5 whitespace-nowrap">{children}</td>
)

function BreachedConversations({ of }: { of: SlaSimulation }) {
  const { t } = useTranslation()
  if (of.breached.length === 0) return <p className="text-ink-3">{t('sla.simulation.hidden')}</p>
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{t('sla.simulation.list')}</h3>
      <ul className="max-h-72 divide-y overflow-y-auto rounded-lg border">
        {of.breached.map((c) => (
          <li key={c.uuid} className="flex flex-wrap items-baseline gap-x-2 px-3 py-1.5">
            <Link
              to="/inboxes/$type/conversation/$uuid"
              params={{ type: 'all', uuid: c.uuid }}
              className="min-w-0 flex-1 truncate text-accent-text underline-offset-2 hover:underline"
            >
              #{c.reference_number} {c.subject}
            </Link>
            <span className="text-xs text-ink-3">
              {c.metrics.map((metric) => t(metricKeys[metric])).join(', ')}
              {c.actual && ` · ${t('sla.simulation.was_broken')}`}
            </span>
          </li>
        ))}
      </ul>
      {of.breached.length < of.breached_conversations && (
        <p className="mt-1.5 text-xs text-ink-3">{t('sla.simulation.list.more')}</p>
      )}
    </section>
  )
}
