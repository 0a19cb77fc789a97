import type { Conversation } from '@parley/contract/conversations/conversations'
import { useTranslation } from 'react-i18next'
import { useCountdownNow } from '../../../format/use-now.ts'
import { CollapsibleSection } from '../../../ui/layout/collapsible-section.tsx'
import { SlaBadge } from './sla-badge.tsx'
import { slaClocks } from './sla-clocks.ts'
import { SlaLine, SlaLines } from './sla-lines.tsx'
import { SlaTargets } from './sla-targets.tsx'

/** The conversation's SLA targets: first from its list row, then with times and reasons. */
export function SlaSection({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const clocks = slaClocks(conversation, useCountdownNow())
  if (conversation.sla_policy_id === null && clocks.length === 0) return null
  const badges = (
    <SlaLines>
      {clocks.map((clock) => (
        <SlaLine key={clock.name} label={t(`side.sla.${clock.name}`)}>
          <SlaBadge clock={clock} full />
        </SlaLine>
      ))}
    </SlaLines>
  )
  return (
    <CollapsibleSection storageKey="side.sla" title={t('side.sla')}>
      <SlaTargets conversation={conversation} fallback={badges} />
    </CollapsibleSection>
  )
}
