import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import type { RuleFields } from '../rule-fields.ts'
import { DryRun } from './dry-run.tsx'
import { Replay } from './replay.tsx'

/** Tests the rule with its current form values, on one conversation or on the past days. */
export function RuleTester({ form, id }: { form: EntityForm<RuleFields>; id?: number }) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<'dry' | 'replay'>('dry')
  return (
    <Tabs
      label={t('automations.try')}
      value={tab}
      onValueChange={setTab}
      tabs={[
        {
          value: 'dry',
          label: t('automations.dry'),
          panel: <DryRun form={form} {...(id !== undefined && { id })} />,
        },
        {
          value: 'replay',
          label: t('automations.replay'),
          panel: <Replay form={form} {...(id !== undefined && { id })} />,
        },
      ]}
    />
  )
}
