import type { AnyView } from '@parley/contract/views/shared-views'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { viewsQuery } from '../../session/queries.ts'
import { MenuItem, MenuPopup } from '../../ui/overlays/menu.tsx'
import { useMoveView } from './use-move-view.ts'
import { openViewDialog } from './view-dialog-state.ts'
import { viewNeighbours } from './view-groups.ts'

export function ViewMenuPopup({ view }: { view: AnyView }) {
  const { t } = useTranslation()
  const { up, down } = viewNeighbours(useQuery(viewsQuery).data ?? [], view)
  const move = useMoveView()
  return (
    <MenuPopup side="bottom" align="end" sideOffset={4}>
      <MenuItem
        icon={<Pencil size={14} aria-hidden />}
        onClick={() => openViewDialog({ kind: 'edit', view })}
      >
        {t('view.edit')}
      </MenuItem>
      {/* For touch screens, where a row can't be dragged without scrolling the page. */}
      {up !== undefined && (
        <MenuItem icon={<ArrowUp size={14} aria-hidden />} onClick={() => move(view.id, up)}>
          {t('view.move_up')}
        </MenuItem>
      )}
      {down !== undefined && (
        <MenuItem icon={<ArrowDown size={14} aria-hidden />} onClick={() => move(view.id, down)}>
          {t('view.move_down')}
        </MenuItem>
      )}
      <MenuItem
        danger
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => openViewDialog({ kind: 'delete', view })}
      >
        {t('view.delete')}
      </MenuItem>
    </MenuPopup>
  )
}
