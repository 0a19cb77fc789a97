import { cleanFromName } from '@parley/contract/from-header'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TextField, useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { fillText } from '../../macros/fill.ts'
import { templateValues } from '../../macros/template-values.ts'
import { useMe } from '../../session/use-me.ts'
import type { InboxFields } from './inbox-fields.ts'

/** The name that customers see, with variables; under it what a reply of the reader's own would show. */
export function FromNameField({ of }: { of: EntityForm<InboxFields> }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const me = useMe()
  const template = useValue(of, 'from_name')
  const address = useValue(of, 'address').trim()
  const filled = fill(template, templateValues(cache, me, null))
  const shown = 'problem' in filled ? null : filled.name ? `${filled.name} <${address}>` : address
  return (
    <TextField
      of={of}
      name="from_name"
      label={t('inboxes.from_name')}
      placeholder={t('inboxes.from_name.placeholder')}
      help={
        'problem' in filled ? (
          <span className="text-bad">{filled.problem}</span>
        ) : shown ? (
          t('inboxes.from_name.preview', { from: shown })
        ) : (
          t('inboxes.from_name.help', { example: '{{ agent.first_name }}, {{ site_name }}' })
        )
      }
    />
  )
}

function fill(template: string, values: Parameters<typeof fillText>[1]) {
  try {
    return { name: cleanFromName(fillText(template, values)) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
