import type { RuleRun } from '@parley/contract/automations'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { occasionWords } from '../../../explanation/condition-words.ts'
import { DoneActions } from '../../../explanation/done-actions.tsx'
import { Reasons } from '../../../explanation/reasons.tsx'
import { RelativeTime } from '../../../format/time.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ConversationLink } from '../conversation-link.tsx'

type Run = z.infer<typeof RuleRun>

const tones: Record<Run['outcome'], Tone> = {
  done: 'good',
  partly: 'warn',
  refused: 'bad',
  not_matched: 'neutral',
}

/** One run: when, on what, what came of it; the reasons and the actions below it, once they are asked for. */
export function RunRow({ run }: { run: Run }) {
  const { t } = useTranslation()
  return (
    <li className="border-b">
      <div className="pt-2 pr-2 pl-8">
        <ConversationLink conversation={run.conversation} />
      </div>
      <details className="group">
        <summary className="flex min-h-8 cursor-pointer list-none items-center gap-x-3 px-2 pb-2 text-xs text-ink-3 hover:text-ink [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={14}
            aria-hidden
            className="text-ink-3 transition-transform group-open:rotate-90"
          />
          <span className="min-w-0 flex-1 truncate">
            <RelativeTime at={run.at} /> · {occasionWords(run.occasion, t)}
          </span>
          <Badge tone={tones[run.outcome]}>{t(`automations.run.${run.outcome}`)}</Badge>
        </summary>
        <div className="grid gap-4 px-8 pt-1 pb-4 md:grid-cols-2">
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
      </details>
    </li>
  )
}
