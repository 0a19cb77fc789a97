import { maxLinks } from '@parley/contract/templates/template-design'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import type { BlockFieldProps } from './block-field-props.ts'
import type { BlockDraftOf } from './design-draft.ts'

/** The links of a row, in their order. */
export function LinksFields({ block, problemOf, onChange }: BlockFieldProps<BlockDraftOf<'links'>>) {
  const { t } = useTranslation()
  const { links } = block
  const change = (at: number, next: Partial<(typeof links)[number]>) =>
    onChange({ ...block, links: links.map((link, index) => (index === at ? { ...link, ...next } : link)) })
  const missing = problemOf('links')
  return (
    <div className="space-y-2">
      {links.map((link, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no ids, and every field shows a value of the form
          key={at}
          aria-label={t('design.link.group', { number: at + 1 })}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2"
        >
          <Field label={t('design.label')} error={problemOf(`links.${at}.label`)}>
            <Input value={link.label} onChange={(event) => change(at, { label: event.target.value })} />
          </Field>
          <Field label={t('design.url')} error={problemOf(`links.${at}.url`)}>
            <Input
              type="url"
              dir="ltr"
              value={link.url}
              onChange={(event) => change(at, { url: event.target.value })}
            />
          </Field>
          <IconButton
            label={t('design.link.remove', { number: at + 1 })}
            size="sm"
            className="mt-7"
            onClick={() => onChange({ ...block, links: links.toSpliced(at, 1) })}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </fieldset>
      ))}
      {missing && <p className="text-xs text-bad">{missing}</p>}
      <Button
        type="button"
        size="sm"
        variant="ghost"
        disabled={links.length >= maxLinks}
        onClick={() => onChange({ ...block, links: [...links, { label: '', url: 'https://' }] })}
      >
        <Plus size={14} aria-hidden />
        {t('design.link.add')}
      </Button>
    </div>
  )
}
