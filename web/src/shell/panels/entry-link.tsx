import { useTranslation } from 'react-i18next'
import type { NavEntry } from '../../areas/nav-entries.ts'
import { PanelLink } from './panel-parts.tsx'

/** A link in a side panel; `brief` omits the description. */
export function EntryLink({ entry, brief = false }: { entry: NavEntry; brief?: boolean }) {
  const { t } = useTranslation()
  const Icon = entry.icon
  return (
    <PanelLink
      path={entry.path}
      icon={<Icon size={16} aria-hidden />}
      label={t(entry.label)}
      description={brief ? undefined : entry.description && t(entry.description)}
    />
  )
}
