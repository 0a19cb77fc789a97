import type { FilterNode } from '@parley/contract/shared/filters'
import { Funnel } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../commands/command.ts'
import { useCommands, useShortcutKey } from '../commands/command-registry.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { IconButton } from '../ui/inputs/icon-button.tsx'
import { countConditions } from './count-conditions.ts'

const FilterDialog = lazyPart(() => import('./filter-dialog.tsx'), 'FilterDialog')
const GROUP = 'commands.group.list'

/** Opens the list's filters and shows how many are active. */
export function FilterButton({
  filters,
  onApply,
  onSave,
}: {
  filters: readonly FilterNode[]
  onApply: (filters: FilterNode[]) => void
  onSave?: ((filters: FilterNode[]) => void) | undefined
}) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('list.filter')
  const [open, setOpen] = useState(false)
  const count = countConditions(filters)
  const commands: Command[] = [
    {
      id: 'list.filter',
      label: 'command.filter',
      group: GROUP,
      keys: 'f',
      icon: Funnel,
      run: () => setOpen(true),
    },
    {
      id: 'list.filter_clear',
      label: 'command.filter_clear',
      group: GROUP,
      when: () => count > 0,
      run: () => onApply([]),
    },
    ...(onSave
      ? [
          {
            id: 'list.save_view',
            label: 'command.view_save',
            group: GROUP,
            when: () => count > 0,
            run: () => onSave([...filters]),
          },
        ]
      : []),
  ]
  useCommands(commands)
  return (
    <>
      <IconButton
        label={count > 0 ? t('filter.active', { count }) : t('command.filter')}
        shortcut={shortcut}
        pressed={count > 0}
        onClick={() => setOpen(true)}
        className="relative"
      >
        <Funnel size={16} aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            className="absolute -top-1 -right-1 h-4 min-w-4 rounded-full bg-accent px-1 text-center text-2xs leading-4 font-semibold text-accent-ink tabular-nums"
          >
            {count}
          </span>
        )}
      </IconButton>
      {open && (
        <Suspense>
          <FilterDialog filters={filters} onApply={onApply} onSave={onSave} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
