import type { Rule } from '@parley/contract/automation-rules'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../format/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { inOrder } from './rule-fields.ts'

/** So many events stand in a row; the others are counted. */
const SHOWN = 3

/** What it waits for, how often it ran and when it did last. */
export function RuleFacts({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const events = inOrder(rule.events)
  const rest = events.slice(SHOWN)
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5 gap-y-1 py-0.5">
      {events.slice(0, SHOWN).map((event) => (
        <Badge key={event}>{t(`automations.event.${event}`)}</Badge>
      ))}
      {rest.length > 0 && (
        <Badge>
          <span title={rest.map((event) => t(`automations.event.${event}`)).join(', ')}>+{rest.length}</span>
        </Badge>
      )}
      <span>
        {rule.matched_count === 0
          ? t('automations.facts.never')
          : t('automations.facts.ran', { count: rule.matched_count })}
        {rule.last_matched_at && (
          <>
            {' · '}
            <RelativeTime at={rule.last_matched_at} />
          </>
        )}
        {rule.description && ` · ${rule.description}`}
      </span>
    </span>
  )
}
