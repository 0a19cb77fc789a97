import { alignments, logoSizes } from '@parley/contract/templates/template-design'
import { AlignCenter, AlignLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TemplateEditor, type TemplateVariable } from '../../../editor/template-editor.tsx'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { SegmentedControl } from '../../../ui/inputs/segmented-control.tsx'
import type { BlockFieldProps } from './block-field-props.ts'
import type { BlockDraft, BlockDraftOf } from './design-draft.ts'
import { LinksFields } from './links-fields.tsx'

const variables: readonly TemplateVariable[] = [
  'brand.name',
  'inbox.name',
  'inbox.email',
  'contact.first_name',
  'contact.full_name',
  'author.first_name',
  'author.full_name',
  'conversation.reference_number',
  'conversation.subject',
  'site_name',
]

/** What can be set in a block of each kind. */
export function BlockFields({ block, onChange, ...rest }: BlockFieldProps<BlockDraft>) {
  const props = { ...rest, onChange }
  switch (block.type) {
    case 'logo':
      return <LogoFields block={block} {...props} />
    case 'heading':
      return <HeadingFields block={block} {...props} />
    case 'text':
      return <TextFields block={block} {...props} />
    case 'button':
      return <ButtonFields block={block} {...props} />
    case 'links':
      return (
        <div className="px-3 pb-3">
          <LinksFields block={block} {...props} />
          <div className="mt-3">
            <AlignField block={block} onChange={onChange} />
          </div>
        </div>
      )
    case 'footer':
      return (
        <div className="px-3 pb-3">
          <AlignField block={block} onChange={onChange} />
        </div>
      )
    default:
      return null
  }
}

type AlignedBlock = Extract<BlockDraft, { align: unknown }>
const alignIcons = { left: AlignLeft, center: AlignCenter }

function AlignField<Block extends AlignedBlock>({
  block,
  onChange,
}: {
  block: Block
  onChange: (block: Block) => void
}) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      label={t('design.align')}
      value={block.align}
      onValueChange={(align) => onChange({ ...block, align })}
      segments={alignments.map((value) => {
        const Icon = alignIcons[value]
        return { value, label: t(`design.align.${value}`), icon: <Icon size={14} aria-hidden /> }
      })}
    />
  )
}

function LogoFields({ block, problemOf, onChange }: BlockFieldProps<BlockDraftOf<'logo'>>) {
  const { t } = useTranslation()
  return (
    <div className="space-y-3 px-3 pb-3">
      <Field label={t('design.url.optional')} error={problemOf('url')}>
        <Input
          type="url"
          dir="ltr"
          value={block.url}
          placeholder="https://"
          onChange={(event) => onChange({ ...block, url: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <AlignField block={block} onChange={onChange} />
        <SegmentedControl
          label={t('design.logo.size')}
          value={block.size}
          onValueChange={(size) => onChange({ ...block, size })}
          segments={logoSizes.map((value) => ({ value, label: t(`design.logo.size.${value}`) }))}
        />
      </div>
    </div>
  )
}

function HeadingFields({ block, problemOf, onChange }: BlockFieldProps<BlockDraftOf<'heading'>>) {
  const { t } = useTranslation()
  return (
    <div className="space-y-3 px-3 pb-3">
      <Field label={t('design.heading.text')} error={problemOf('text')}>
        <Input value={block.text} onChange={(event) => onChange({ ...block, text: event.target.value })} />
      </Field>
      <AlignField block={block} onChange={onChange} />
    </div>
  )
}

function TextFields({ block, problemOf, onSubmit, onChange }: BlockFieldProps<BlockDraftOf<'text'>>) {
  const { t } = useTranslation()
  return (
    <div className="space-y-3 px-3 pb-3">
      <Field label={t('design.text.label')} error={problemOf('html')}>
        <TemplateEditor
          value={block.html}
          onChange={(html) => onChange({ ...block, html })}
          label={t('design.text.label')}
          placeholder={t('design.text.placeholder')}
          variables={variables}
          onSend={onSubmit}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AlignField block={block} onChange={onChange} />
        <Checkbox checked={block.small} onCheckedChange={(small) => onChange({ ...block, small })}>
          {t('design.text.small')}
        </Checkbox>
      </div>
    </div>
  )
}

function ButtonFields({ block, problemOf, onChange }: BlockFieldProps<BlockDraftOf<'button'>>) {
  const { t } = useTranslation()
  return (
    <div className="space-y-3 px-3 pb-3">
      <div className="grid gap-3 md:grid-cols-2">
        <Field label={t('design.label')} error={problemOf('label')}>
          <Input
            value={block.label}
            onChange={(event) => onChange({ ...block, label: event.target.value })}
          />
        </Field>
        <Field label={t('design.url')} error={problemOf('url')}>
          <Input
            type="url"
            dir="ltr"
            value={block.url}
            onChange={(event) => onChange({ ...block, url: event.target.value })}
          />
        </Field>
      </div>
      <AlignField block={block} onChange={onChange} />
    </div>
  )
}
