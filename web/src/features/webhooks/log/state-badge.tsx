import type { WebhookDelivery } from '@parley/contract/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'

/** Distinguishes a failed delivery that is being retried from one that was not attempted yet. */
export function StateBadge({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const { state, attempts } = delivery
  const displayState = state === 'waiting' && attempts > 0 ? 'failing' : state
  return <Badge tone={tones[displayState]}>{t(`webhooks.state.${displayState}`)}</Badge>
}

const tones: Record<WebhookDelivery['state'] | 'failing', Tone> = {
  waiting: 'calm',
  failing: 'warn',
  delivered: 'good',
  failed: 'bad',
  skipped: 'neutral',
}
