import type { Agent } from '@parley/contract/agents/agent'
import { removeAgentSecondFactor } from '@parley/contract/agents/agents'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { fullName } from '../../format/names.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { PageSection } from '../../ui/layout/page.tsx'

/** Whether the agent has a second factor, and a way to remove it when they have lost it. */
export function SecondFactorSection({ agent }: { agent: Agent }) {
  const { t } = useTranslation()
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <PageSection title={t('agents.factor')} help={t('agents.factor.help')}>
      {agent.has_second_factor ? (
        <>
          <p className="flex items-center gap-2 font-medium text-good">
            <ShieldCheck size={16} aria-hidden />
            {t('agents.factor.on')}
          </p>
          <Button className="mt-3" onClick={() => setIsConfirming(true)}>
            {t('agents.factor.remove')}
          </Button>
        </>
      ) : (
        <p className="text-ink-2">{t('agents.factor.off')}</p>
      )}
      {isConfirming && (
        <DeleteDialog
          title={t('agents.factor.remove.title', { name: fullName(agent) })}
          confirmLabel={t('agents.factor.remove')}
          successMessage={t('agents.factor.removed')}
          invalidateKey={queryKeys.agents}
          onConfirm={() => call(removeAgentSecondFactor, { params: { id: String(agent.id) } })}
          onClose={() => setIsConfirming(false)}
        >
          {t('agents.factor.remove.text')}
        </DeleteDialog>
      )}
    </PageSection>
  )
}
