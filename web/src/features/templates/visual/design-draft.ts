import { DesignBlock, type DesignBlockType, TemplateDesign } from '@parley/contract/templates/template-design'
import { randomId } from '../../../lib/browser/random-id.ts'

/** A design while it is edited: like TemplateDesign, but fields may be empty or invalid. */
export type DesignDraft = TemplateDesign
export type BlockDraft = DesignDraft['blocks'][number]
export type BlockDraftOf<Type extends DesignBlockType> = Extract<BlockDraft, { type: Type }>

/**
 * In the form a design is one value, its JSON, so that it counts as one change and is compared as a whole. "" stands for a template
 * written in code.
 */
export const toDesignField = (design: DesignDraft | null): string => (design ? JSON.stringify(design) : '')
export const readDesignField = (field: string): DesignDraft | null =>
  field === '' ? null : (JSON.parse(field) as DesignDraft) // written by toDesignField

const newId = () => randomId().slice(0, 12)

export function createBlock(type: DesignBlockType): BlockDraft {
  const id = newId()
  switch (type) {
    case 'logo':
      return { id, type, align: 'left', size: 'medium', url: '' }
    case 'heading':
      return { id, type, align: 'left', text: '' }
    case 'text':
      return { id, type, align: 'left', small: false, html: '' }
    case 'button':
      return { id, type, align: 'left', label: '', url: 'https://' }
    case 'links':
      return { id, type, align: 'left', links: [{ label: '', url: 'https://' }] }
    case 'footer':
      return { id, type, align: 'left' }
    default:
      return { id, type }
  }
}

/** Logo, reply, and a footer with the number of the conversation. */
export const createStarterDesign = (): DesignDraft => ({
  font: 'system',
  font_size: 15,
  color: null,
  background: '#ffffff',
  blocks: [
    { id: 'logo', type: 'logo', align: 'left', size: 'medium', url: '' },
    { id: 'content', type: 'content' },
    { id: 'divider', type: 'divider' },
    {
      ...{ id: 'about', type: 'text', align: 'left', small: true },
      html: '<p>{{ brand.name }} · #{{ conversation.reference_number }}</p>',
    } as const,
    { id: 'footer', type: 'footer', align: 'left' },
  ],
})

/** The first problem of each field, by path such as `blocks.2.url`. */
export function findDesignProblems(design: DesignDraft): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  for (const { path, message } of TemplateDesign.safeParse(design).error?.issues ?? []) {
    const key = path.join('.')
    if (!problems.has(key)) problems.set(key, message)
  }
  return problems
}

/** The design without blocks that can't be shown yet. */
export const withValidBlocks = (design: DesignDraft): DesignDraft => {
  const style = TemplateDesign.pick({ font: true, font_size: true, color: true, background: true })
  return {
    ...(style.safeParse(design).data ?? { ...createStarterDesign() }),
    blocks: design.blocks.filter((block) => DesignBlock.safeParse(block).success),
  }
}

export const moveBlock = (blocks: readonly BlockDraft[], id: string, to: string): BlockDraft[] => {
  const from = blocks.findIndex((block) => block.id === id)
  const target = blocks.findIndex((block) => block.id === to)
  const moved = blocks[from]
  return moved ? blocks.toSpliced(from, 1).toSpliced(target, 0, moved) : [...blocks]
}
