import type { Conversation } from '@parley/contract/conversations'
import { useTranslation } from 'react-i18next'
import { useCountdownNow } from '../../format/use-now.ts'
import { FoldSection } from '../../ui/fold-section.tsx'
import { slaClocks } from './sla.ts'
import { SlaBadge } from './sla-badge.tsx'
import { SlaLine, SlaLines } from './sla-lines.tsx'
import { SlaStanding } from './sla-standing.tsx'

/** How the promises of a conversation stand: first as its list row knows it, then with times and reasons. */
export function SlaSection({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const clocks = slaClocks(conversation, useCountdownNow())
  if (conversation.sla_policy_id === null && clocks.length === 0) return null
  const known = (
    <SlaLines>
      {clocks.map((clock) => (
        <SlaLine key={clock.name} label={t(`side.sla.${clock.name}`)}>
          <SlaBadge clock={clock} full />
        </SlaLine>
      ))}
    </SlaLines>
  )
  return (
    <FoldSection rememberAs="side.sla" title={t('side.sla')}>
      <SlaStanding conversation={conversation} known={known} />
    </FoldSection>
  )
}
