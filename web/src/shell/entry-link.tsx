import { useTranslation } from 'react-i18next'
import type { Entry } from './areas.ts'
import { PanelLink } from './panel-parts.tsx'

/** A line of a side panel. */
export function EntryLink({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const Icon = entry.icon
  return (
    <PanelLink
      path={entry.path}
      icon={<Icon size={16} aria-hidden />}
      label={t(entry.label)}
      description={entry.description && t(entry.description)}
    />
  )
}
