import type { MailDelivery } from '@parley/contract/email/mail-deliveries'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'

export const stateKeys = {
  received: 'ledger.state.received',
  threaded: 'ledger.state.threaded',
  quarantined: 'ledger.state.quarantined',
  ignored: 'ledger.state.ignored',
  erased: 'ledger.state.erased',
} as const

const tones: Record<MailDelivery['state'], Tone> = {
  received: 'calm',
  threaded: 'good',
  quarantined: 'bad',
  ignored: 'neutral',
  erased: 'neutral',
}

export function StateBadge({ state }: { state: MailDelivery['state'] }) {
  const { t } = useTranslation()
  return <Badge tone={tones[state]}>{t(stateKeys[state])}</Badge>
}
