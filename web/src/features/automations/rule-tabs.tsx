import { useTranslation } from 'react-i18next'
import { SubNav } from '../../admin/sub-nav.tsx'
import { rulePath, runsPath } from './automation-search.ts'

/** Sub-navigation of a rule. */
export function RuleTabs({ id }: { id: number }) {
  const { t } = useTranslation()
  return (
    <SubNav
      label={t('automations.parts')}
      items={[
        { to: rulePath(id), search: {}, label: t('automations.settings') },
        { to: runsPath(id), search: {}, label: t('automations.runs') },
      ]}
    />
  )
}
