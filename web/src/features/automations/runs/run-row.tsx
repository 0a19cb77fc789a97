import type { RuleRun } from '@parley/contract/automations/automation-runs'
import { useTranslation } from 'react-i18next'
import { ActionResults } from '../../../explanation/action-results.tsx'
import { triggerText } from '../../../explanation/condition-text.ts'
import { Reasons } from '../../../explanation/rule-reasons.tsx'
import { RelativeTime } from '../../../format/date-time.tsx'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'
import { ExpandableRow } from '../expandable-row.tsx'

const tones: Record<RuleRun['outcome'], Tone> = {
  done: 'good',
  partly: 'warn',
  refused: 'bad',
  not_matched: 'neutral',
}

/** One run: time, conversation and outcome. Reasons and actions expand below. */
export function RunRow({ run }: { run: RuleRun }) {
  const { t } = useTranslation()
  return (
    <ExpandableRow
      conversation={run.conversation}
      subtitle={
        <>
          <RelativeTime at={run.at} /> · {triggerText(run.occasion, t)}
        </>
      }
      badge={<Badge tone={tones[run.outcome]}>{t(`automations.run.${run.outcome}`)}</Badge>}
    >
      <div className="grid gap-4 pt-1 pb-4 md:grid-cols-2">
        <section>
          <h2 className="mb-1.5 text-xs font-medium text-ink-3">{t('automations.conditions')}</h2>
          <Reasons reasons={run.reasons} />
        </section>
        <section>
          <h2 className="mb-1.5 text-xs font-medium text-ink-3">{t('automations.actions')}</h2>
          {run.limit && <p className="mb-1.5 text-bad">{t(`automations.limit.${run.limit}`)}</p>}
          {run.actions.length === 0 ? (
            <p className="text-ink-3">{t('automations.run.nothing')}</p>
          ) : (
            <ActionResults actions={run.actions} />
          )}
        </section>
      </div>
    </ExpandableRow>
  )
}
