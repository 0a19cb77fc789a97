import type { View } from '@parley/contract/views/views'
import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuItem, MenuPopup } from '../../ui/overlays/menu.tsx'
import { openViewDialog } from './view-dialog-state.ts'

export function ViewMenuPopup({ view }: { view: View }) {
  const { t } = useTranslation()
  return (
    <MenuPopup side="bottom" align="end" sideOffset={4}>
      <MenuItem
        icon={<Pencil size={14} aria-hidden />}
        onClick={() => openViewDialog({ kind: 'edit', view })}
      >
        {t('view.edit')}
      </MenuItem>
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
