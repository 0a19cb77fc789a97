import type { RuleRun } from '@parley/contract/automation-runs'
import { useTranslation } from 'react-i18next'
import { occasionWords } from '../../../explanation/condition-words.ts'
import { DoneActions } from '../../../explanation/done-actions.tsx'
import { Reasons } from '../../../explanation/reasons.tsx'
import { RelativeTime } from '../../../format/time.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { FoldRow } from '../fold-row.tsx'

const tones: Record<RuleRun['outcome'], Tone> = {
  done: 'good',
  partly: 'warn',
  refused: 'bad',
  not_matched: 'neutral',
}

/** One run: when, on what, what came of it; the reasons and the actions below it, once they are asked for. */
export function RunRow({ run }: { run: RuleRun }) {
  const { t } = useTranslation()
  return (
    <FoldRow
      conversation={run.conversation}
      line={
        <>
          <RelativeTime at={run.at} /> · {occasionWords(run.occasion, t)}
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
            <DoneActions actions={run.actions} />
          )}
        </section>
      </div>
    </FoldRow>
  )
}
