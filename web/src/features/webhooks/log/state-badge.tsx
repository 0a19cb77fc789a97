import type { WebhookDelivery } from '@parley/contract/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'

/** A try that failed and is made again reads otherwise than one that was not made yet. */
export function StateBadge({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const { state, attempts } = delivery
  const shown = state === 'waiting' && attempts > 0 ? 'failing' : state
  return <Badge tone={tones[shown]}>{t(`webhooks.state.${shown}`)}</Badge>
}

const tones: Record<WebhookDelivery['state'] | 'failing', Tone> = {
  waiting: 'calm',
  failing: 'warn',
  delivered: 'good',
  failed: 'bad',
  skipped: 'neutral',
}
