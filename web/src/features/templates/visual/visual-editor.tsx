import type { DesignBlockType } from '@parley/contract/templates/template-design'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Sortable } from '../../../ui/layout/sortable.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import type { TemplateFields } from '../template-fields.ts'
import { BlockCard } from './block-card.tsx'
import { blockIcons } from './block-icons.ts'
import {
  createBlock,
  type DesignDraft,
  findDesignProblems,
  moveBlock,
  readDesignField,
  toDesignField,
} from './design-draft.ts'
import { StyleFields } from './style-fields.tsx'

/** The reply itself is always there. */
const addableBlocks = [
  'bar',
  'logo',
  'heading',
  'text',
  'button',
  'links',
  'divider',
  'footer',
] as const satisfies DesignBlockType[]

/** Edits the design of a template: its style, and a list of blocks around the reply. */
export function VisualEditor({ form }: { form: EntityForm<TemplateFields> }) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name: 'design' })
  const [editedBlocks, setEditedBlocks] = useState<ReadonlySet<string>>(new Set())
  const design = readDesignField(String(field.value ?? ''))
  if (!design) return null
  const change = (next: DesignDraft) => field.onChange(toDesignField(next))
  const problems = findDesignProblems(design)
  const nameOf = (id: string) => {
    const block = design.blocks.find((one) => one.id === id)
    return block ? t(`design.block.${block.type}`) : ''
  }
  return (
    <div className="space-y-5">
      <StyleFields design={design} problems={problems} onChange={change} />
      <section aria-label={t('design.blocks')}>
        <Sortable
          ids={design.blocks.map(({ id }) => id)}
          nameOf={nameOf}
          onMove={(id, to) => change({ ...design, blocks: moveBlock(design.blocks, id, to) })}
        >
          <ul className="space-y-2">
            {design.blocks.map((block, at) => (
              <BlockCard
                key={block.id}
                block={block}
                // Not before they were edited or the form was sent: a new block starts empty.
                problemOf={(path) =>
                  error || editedBlocks.has(block.id) ? problems.get(`blocks.${at}.${path}`) : undefined
                }
                onSubmit={form.submit}
                onBlur={() => setEditedBlocks((before) => new Set([...before, block.id]))}
                onChange={(next) => change({ ...design, blocks: design.blocks.with(at, next) })}
                onRemove={() => change({ ...design, blocks: design.blocks.toSpliced(at, 1) })}
              />
            ))}
          </ul>
        </Sortable>
        <div className="mt-2">
          <Menu
            trigger={
              <Button type="button" size="sm">
                <Plus size={14} aria-hidden />
                {t('design.add')}
              </Button>
            }
          >
            {addableBlocks.map((type) => {
              const Icon = blockIcons[type]
              return (
                <MenuItem
                  key={type}
                  icon={<Icon size={14} aria-hidden />}
                  onClick={() => change({ ...design, blocks: [...design.blocks, createBlock(type)] })}
                >
                  {t(`design.block.${type}`)}
                </MenuItem>
              )
            })}
          </Menu>
        </div>
      </section>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
