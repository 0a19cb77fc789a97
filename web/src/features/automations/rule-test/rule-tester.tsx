import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntityForm } from '../../../admin/form/use-entity-form.ts'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import type { RuleFields } from '../rule-fields.ts'
import { DryRun } from './dry-run.tsx'
import { Replay } from './replay.tsx'

/** What the rule as it stands in the form would do: to one conversation now, and to those of the last days. */
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
