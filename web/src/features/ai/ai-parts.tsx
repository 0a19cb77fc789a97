import { useTranslation } from 'react-i18next'
import { SubNav } from '../../admin/sub-nav.tsx'
import { AI, PROMPTS, USAGE } from './places.ts'

/** The three pages of the area. */
export function AiParts() {
  const { t } = useTranslation()
  return (
    <SubNav
      label={t('ai.parts')}
      parts={[
        { to: AI, search: {}, label: t('ai.providers') },
        { to: PROMPTS, search: {}, label: t('ai.prompts') },
        { to: USAGE, search: {}, label: t('ai.usage') },
      ]}
    />
  )
}
