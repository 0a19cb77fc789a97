import { cleanFromName } from '@parley/contract/email/from-header'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { renderTextTemplate } from '../../macros/render-template.ts'
import { templateValues } from '../../macros/template-values.ts'
import { useMe } from '../../session/use-me.ts'
import type { InboxFields } from './inbox-fields.ts'

/** The sender name with template variables, and a preview for a reply by the current user. */
export function FromNameField({ form }: { form: EntityForm<InboxFields> }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useMe()
  const template = useFieldValue(form, 'from_name')
  const address = useFieldValue(form, 'address').trim()
  const preview = renderFromName(template, templateValues(cache, me, null))
  const sender = 'problem' in preview ? null : preview.name ? `${preview.name} <${address}>` : address
  return (
    <TextField
      form={form}
      name="from_name"
      label={t('inboxes.from_name')}
      placeholder={t('inboxes.from_name.placeholder')}
      help={
        'problem' in preview ? (
          <span className="text-bad">{preview.problem}</span>
        ) : sender ? (
          t('inboxes.from_name.preview', { from: sender })
        ) : (
          t('inboxes.from_name.help', { example: '{{ agent.first_name }}, {{ site_name }}' })
        )
      }
    />
  )
}

function renderFromName(template: string, values: Parameters<typeof renderTextTemplate>[1]) {
  try {
    return { name: cleanFromName(renderTextTemplate(template, values)) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
