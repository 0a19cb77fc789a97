import type { SendingStatus } from '@parley/contract/inboxes/inboxes'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'

const tones: Record<SendingStatus, Tone> = {
  off: 'neutral',
  not_set_up: 'warn',
  untested: 'neutral',
  failing: 'bad',
  working: 'good',
}

/** The state of an integration or inbox. */
export function StateBadge({
  state,
  kind,
}: {
  state: SendingStatus
  kind: 'receiving' | 'sending' | 'integration'
}) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(`overview.${kind}.${state}`)}</Badge>
}
