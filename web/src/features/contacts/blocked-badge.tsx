import { Ban } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/display/badge.tsx'

export function BlockedBadge() {
  const { t } = useTranslation()
  return (
    <Badge tone="bad" icon={<Ban size={11} aria-hidden />}>
      {t('contacts.blocked')}
    </Badge>
  )
}
