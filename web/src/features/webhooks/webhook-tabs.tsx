import { useTranslation } from 'react-i18next'
import { SubNav } from '../../admin/sub-nav.tsx'
import { logPath, webhookPath } from './webhook-fields.ts'

/** Sub-navigation of a webhook. */
export function WebhookTabs({ id }: { id: number }) {
  const { t } = useTranslation()
  return (
    <SubNav
      label={t('webhooks.parts')}
      items={[
        { to: webhookPath(id), search: {}, label: t('webhooks.settings') },
        { to: logPath(id), search: {}, label: t('webhooks.log') },
      ]}
    />
  )
}
