import type { AgentImportRow } from '@parley/contract/agents/agent-import'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { agentPath } from '../agent-fields.ts'

const tones: Record<AgentImportRow['verdict'], Tone> = {
  new: 'good',
  created: 'good',
  exists: 'neutral',
  repeated: 'warn',
  wrong: 'bad',
}

/** All rows with their verdict; filterable, so that the invalid ones are easy to find. */
export function ImportRows({ rows }: { rows: readonly AgentImportRow[] }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<'all' | AgentImportRow['verdict']>('all')
  const verdicts = [...new Set(rows.map(({ verdict }) => verdict))]
  const activeFilter = filter !== 'all' && verdicts.includes(filter) ? filter : 'all'
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <p role="status" className="flex flex-wrap gap-1.5">
          {verdicts.map((verdict) => (
            <Badge key={verdict} tone={tones[verdict]}>
              {t(`agents.import.count.${verdict}`, {
                count: rows.filter((row) => row.verdict === verdict).length,
              })}
            </Badge>
          ))}
        </p>
        {verdicts.length > 1 && (
          <div className="w-48">
            <Select
              label={t('agents.filter')}
              value={activeFilter}
              options={[
                { value: 'all' as const, label: t('agents.import.all') },
                ...verdicts.map((value) => ({ value, label: t(`agents.import.verdict.${value}`) })),
              ]}
              onValueChange={setFilter}
            />
          </div>
        )}
      </div>
      <ol aria-label={t('agents.import.lines')} className="rounded-lg border">
        {rows
          .filter(({ verdict }) => activeFilter === 'all' || verdict === activeFilter)
          .map((row) => (
            <Row key={row.line} row={row} />
          ))}
      </ol>
    </div>
  )
}

function Row({ row }: { row: AgentImportRow }) {
  const { t } = useTranslation()
  const name = `${row.first_name} ${row.last_name}`.trim() || t('agents.import.no_name')
  return (
    <li className="flex items-start gap-3 border-b px-3 py-2 [content-visibility:auto] [contain-intrinsic-size:auto_3.25rem] last:border-b-0">
      <span className="w-9 shrink-0 pt-px text-right text-xs text-ink-3 tabular-nums">
        <span className="sr-only">{t('agents.import.line')} </span>
        {row.line}
      </span>
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p>
          {row.agent_id ? (
            <Link to={agentPath(row.agent_id)} className="font-medium text-accent-text hover:underline">
              {name}
            </Link>
          ) : (
            <span className="font-medium">{name}</span>
          )}{' '}
          <span className="text-ink-2">{row.email}</span>
        </p>
        {row.problems.length > 0 ? (
          row.problems.map(({ problem, value }) => (
            <p key={`${problem} ${value}`} className="text-xs text-bad">
              {t(`agents.import.problem.${problem}`, { value })}
            </p>
          ))
        ) : (
          <p className="text-xs text-ink-3">{[...row.roles, ...row.teams].join(' · ')}</p>
        )}
      </div>
      <Badge tone={tones[row.verdict]}>{t(`agents.import.verdict.${row.verdict}`)}</Badge>
    </li>
  )
}
