import type { InboxSending } from '@parley/contract/inboxes'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<InboxSending, Tone> = {
  off: 'neutral',
  not_set_up: 'warn',
  untested: 'neutral',
  failing: 'bad',
  working: 'good',
}

/** Whether something works, in a word. */
export function StateBadge({
  state,
  what,
}: {
  state: InboxSending
  what: 'receiving' | 'sending' | 'integration'
}) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`overview.${what}.${state}`)}</Badge>
}
