import type { SimulatedMetric, SlaSimulation } from '@parley/contract/sla-simulation'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../../format/locale.ts'
import { SideScroll } from '../../ui/side-scroll.tsx'
import { metricKeys } from './sla-fields.ts'
import { workingSpan } from './working-span.ts'

/** A table for each promised time, by team; below it, whose promise would have been broken. */
export function SimulationResult({ of }: { of: SlaSimulation }) {
  const { t } = useTranslation()
  if (of.conversations === 0) return <p className="text-ink-3">{t('sla.simulation.none')}</p>
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="font-medium">
          {t('sla.simulation.sum', { count: of.breached_conversations, total: of.conversations })}
        </p>
        {of.conversations < of.total && (
          <p className="text-ink-3">
            {t('sla.simulation.part', { count: of.conversations, total: of.total })}
          </p>
        )}
      </div>
      {of.metrics.map((metric) => (
        <MetricTable key={metric.metric} of={of} all={metric} />
      ))}
      {of.breached_conversations > 0 && <Broken of={of} />}
    </div>
  )
}

function MetricTable({ of, all }: { of: SlaSimulation; all: SimulatedMetric }) {
  const { t } = useTranslation()
  const rows = of.teams.flatMap((team) => {
    const found = team.metrics.find(({ metric }) => metric === all.metric)
    return found ? [{ ...found, team_id: team.team_id, name: team.name ?? t('sla.simulation.no_team') }] : []
  })
  return (
    <SideScroll label={t(metricKeys[all.metric])} className="rounded-lg border">
      <table className="w-full min-w-120 text-right tabular-nums">
        <caption className="border-b px-3 py-2 text-left font-semibold">{t(metricKeys[all.metric])}</caption>
        <thead className="text-xs text-ink-3">
          <tr>
            <Heading isFirst>{t('sla.simulation.team')}</Heading>
            {(['met', 'breached', 'actual', 'median', 'p90'] as const).map((column) => (
              <Heading key={column}>{t(`sla.simulation.${column}`)}</Heading>
            ))}
          </tr>
        </thead>
        <tbody className="[&_tr]:border-t">
          {rows.length > 1 && rows.map((row) => <Row key={row.team_id ?? 0} name={row.name} of={row} />)}
          <Row name={t('sla.simulation.all')} of={all} strong />
        </tbody>
      </table>
    </SideScroll>
  )
}

const Heading = ({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) => (
  <th scope="col" className={`px-3 py-1.5 font-medium whitespace-nowrap ${isFirst ? 'text-left' : ''}`}>
    {children}
  </th>
)

function Row({ name, of, strong = false }: { name: string; of: SimulatedMetric; strong?: boolean }) {
  const locale = readerLocale()
  const decided = of.met + of.breached
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const time = (seconds: number | null) => (seconds === null ? '–' : workingSpan(seconds, locale))
  return (
    <tr className={strong ? 'font-medium' : ''}>
      <th scope="row" className="max-w-40 truncate px-3 py-1.5 text-left font-[inherit]">
        {name}
      </th>
      <Cell>{decided === 0 ? '–' : share.format(of.met / decided)}</Cell>
      <Cell>
        <span className={of.breached > 0 ? 'text-bad' : ''}>{of.breached}</span>
      </Cell>
      <Cell>{of.actual_met + of.actual_breached === 0 ? '–' : of.actual_breached}</Cell>
      <Cell>{time(of.median)}</Cell>
      <Cell>{time(of.p90)}</Cell>
    </tr>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  <td className="px-3 py-1.5 whitespace-nowrap">{children}</td>
)

function Broken({ of }: { of: SlaSimulation }) {
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
