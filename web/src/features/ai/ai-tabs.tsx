import { useTranslation } from 'react-i18next'
import { SubNav } from '../../admin/sub-nav.tsx'
import { AI_PATH, PROMPTS_PATH, USAGE_PATH } from './ai-paths.ts'

/** Sub-navigation of the AI area. */
export function AiTabs() {
  const { t } = useTranslation()
  return (
    <SubNav
      label={t('ai.parts')}
      items={[
        { to: AI_PATH, search: {}, label: t('ai.providers') },
        { to: PROMPTS_PATH, search: {}, label: t('ai.prompts') },
        { to: USAGE_PATH, search: {}, label: t('ai.usage') },
      ]}
    />
  )
}
