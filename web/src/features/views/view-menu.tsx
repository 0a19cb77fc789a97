import type { View } from '@parley/contract/views/views'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/inputs/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { openViewDialog } from './view-dialog-state.ts'

/** The actions of one view, behind its entry in the panel. */
export function ViewMenu({ view }: { view: View }) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="sm" label={t('view.menu', { name: view.name })}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    >
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
    </Menu>
  )
}
