import type { AnyView } from '@parley/contract/views/shared-views'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../lib/lazy-part.ts'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { MenuOnDemand } from '../../ui/overlays/menu-on-demand.tsx'

const ViewMenuPopup = lazyPart(() => import('./view-menu-popup.tsx'), 'ViewMenuPopup')

/** The actions of one view, behind its entry in the panel. */
export function ViewMenu({ view }: { view: AnyView }) {
  const { t } = useTranslation()
  return (
    <MenuOnDemand
      preload={ViewMenuPopup.preload}
      trigger={
        <IconButton size="sm" label={t('view.menu', { name: view.name })}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
      <ViewMenuPopup view={view} />
    </MenuOnDemand>
  )
}
