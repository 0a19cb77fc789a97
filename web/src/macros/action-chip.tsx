import type { MacroAction } from '@parley/contract/macros/macros'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { actionIcon, describeAction } from './describe-action.ts'

/** One action of a macro, with an optional remove button. */
export function ActionChip({ action, onRemove }: { action: MacroAction; onRemove?: () => void }) {
  const { t } = useTranslation()
  const name = describeAction(action, t)
  const Icon = actionIcon(action.type)
  return (
    <li className="inline-flex h-6 max-w-full min-w-0 items-center gap-1.25 rounded-full border bg-surface pr-2 pl-1.75 text-xs text-ink-2">
      <Icon size={13} aria-hidden className="shrink-0 text-ink-3" />
      <span className="truncate">{name}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={t('macro.leave_out', { action: name })}
          onClick={onRemove}
          className="relative -mr-1 grid size-4.5 shrink-0 place-items-center rounded-full text-ink-3 before:absolute before:-inset-1 hover:bg-press hover:text-ink"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </li>
  )
}
