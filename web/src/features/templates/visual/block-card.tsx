import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { useSortableRow } from '../../../ui/layout/sortable.tsx'
import type { BlockFieldProps } from './block-field-props.ts'
import { BlockFields } from './block-fields.tsx'
import { blockIcons } from './block-icons.ts'
import type { BlockDraft } from './design-draft.ts'

/** One block in the list: its name, its fields, and what moves or removes it. */
export function BlockCard({
  block,
  onRemove,
  onBlur,
  ...fields
}: BlockFieldProps<BlockDraft> & { onRemove: () => void; onBlur: () => void }) {
  const { t } = useTranslation()
  const name = t(`design.block.${block.type}`)
  const { row, handle } = useSortableRow(block.id, name)
  const Icon = blockIcons[block.type]
  const about = ['bar', 'content', 'divider', 'footer'].includes(block.type)
    ? t(`design.block.${block.type}.about`)
    : undefined
  return (
    <li
      {...row}
      aria-label={name}
      // The events of its fields bubble.
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
      className="rounded-lg border bg-surface data-dragging:shadow-lg"
    >
      <div className="flex min-h-9 items-center gap-2 py-1 pr-1.5 pl-1.5">
        {handle}
        <Icon size={14} aria-hidden className="shrink-0 text-ink-3" />
        <span className="shrink-0 font-medium">{name}</span>
        <span className="min-w-0 flex-1 truncate text-xs text-ink-3">{about}</span>
        {block.type !== 'content' && (
          <IconButton label={t('design.remove', { name })} size="sm" onClick={onRemove}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </div>
      <BlockFields block={block} {...fields} />
    </li>
  )
}
