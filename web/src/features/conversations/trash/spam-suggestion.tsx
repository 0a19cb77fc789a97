import type { SpamJudgement } from '@parley/contract/conversations/spam-filter'
import { OctagonAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { describeSpamReasons, formatSpamScore } from '../../../explanation/spam-reasons.ts'
import { readerLocale } from '../../../format/locale.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import type { ConversationActions } from '../use-conversation-actions.ts'

/** What the spam filter suspects and why, for an agent to decide. */
export function SpamSuggestion({
  suggestion: { score, reasons },
  actions,
}: {
  suggestion: SpamJudgement
  actions: ConversationActions
}) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('spam.suggestion.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface-sunk px-4 py-2"
    >
      <OctagonAlert size={14} aria-hidden className="shrink-0 text-ink-3" />
      <p className="min-w-48 flex-1 wrap-anywhere text-ink-2">
        {t('spam.suggestion', { score: formatSpamScore(score, readerLocale()) })}{' '}
        <span className="text-ink-3">{describeSpamReasons(reasons, t)}</span>
      </p>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => actions.run({ type: 'mark_spam' })}>
          {t('spam.mark')}
        </Button>
        <Button size="sm" onClick={() => actions.run({ type: 'mark_not_spam' })}>
          {t('command.not_spam')}
        </Button>
      </div>
    </section>
  )
}
