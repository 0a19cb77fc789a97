import type { RuleConversation } from '@parley/contract/automations/automation-runs'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Links to a conversation that a rule checked. */
export function ConversationLink({
  conversation: { uuid, reference_number, subject, contact },
  short = false,
}: {
  conversation: RuleConversation
  /** Shows only the number, for several in a row. */
  short?: boolean
}) {
  const { t } = useTranslation()
  const name = `#${reference_number}`
  return (
    <Link
      to="/inboxes/$type/conversation/$uuid"
      params={{ type: 'all', uuid }}
      title={[subject, contact].filter(Boolean).join(' · ')}
      className="inline-block min-h-6 max-w-full truncate underline-offset-2 hover:underline"
    >
      <span className="font-medium tabular-nums">{name}</span>
      {!short && (
        <span>
          {' '}
          {subject || t('automations.no_subject')} <span className="text-ink-3">· {contact}</span>
        </span>
      )}
    </Link>
  )
}
