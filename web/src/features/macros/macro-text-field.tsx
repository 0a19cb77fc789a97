import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isBlankHtml } from '../../editor/blank-html.ts'
import { TemplateEditor } from '../../editor/template-editor.tsx'
import { useField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { loadTemplateEngine, type RenderTemplate, renderIfValid } from '../../macros/template-engine.ts'
import { Field } from '../../ui/inputs/field.tsx'
import type { MacroFields } from './macro-fields.ts'
import { useSampleValues } from './use-sample-values.ts'

const variables = [
  'contact.first_name',
  'contact.full_name',
  'contact.email',
  'author.first_name',
  'author.full_name',
  'conversation.reference_number',
  'conversation.subject',
  'site_name',
] as const

/** The text that a macro inserts, with its variables and a preview. */
export function MacroTextField({ form }: { form: EntityForm<MacroFields> }) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name: 'message_content' })
  const html = String(field.value ?? '')
  return (
    <Field label={t('macros.text')} error={error}>
      <TemplateEditor
        value={html}
        onChange={field.onChange}
        label={t('macros.text')}
        placeholder={t('macros.text.placeholder')}
        variables={variables}
        onSend={form.submit}
      />
      {!isBlankHtml(html) && <Preview html={html} />}
    </Field>
  )
}

function Preview({ html }: { html: string }) {
  const { t } = useTranslation()
  const values = useSampleValues()
  // The template engine loads lazily; until then the text is shown unrendered.
  const [engine, setEngine] = useState<RenderTemplate | null>(null)
  useEffect(() => {
    loadTemplateEngine().then(
      (loaded) => setEngine(() => loaded),
      () => {},
    )
  }, [])
  return (
    <section aria-label={t('macros.preview')} className="mt-3 rounded-lg bg-surface-sunk px-3 py-2.5">
      <p className="mb-1.5 text-xs text-ink-3">{t('macros.preview')}</p>
      <div
        inert
        dir="auto"
        className="rich-text text-sm"
        // The HTML comes from the editor's schema, and the template engine escapes every value and has no tag that
        // outputs HTML.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: renderIfValid(html, values, engine) }}
      />
    </section>
  )
}
