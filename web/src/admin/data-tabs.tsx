import { useTranslation } from 'react-i18next'
import { SubNav } from './sub-nav.tsx'

/** Sub-navigation of the area Data and privacy. */
export function DataTabs() {
  const { t } = useTranslation()
  return (
    <SubNav
      label={t('data.parts')}
      items={[
        { to: '/admin/data', search: {}, label: t('retention.title') },
        { to: '/admin/data/privacy', search: {}, label: t('privacy.title') },
        { to: '/admin/data/storage', search: {}, label: t('storage.title') },
      ]}
    />
  )
}
