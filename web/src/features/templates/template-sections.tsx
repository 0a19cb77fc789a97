import { useTranslation } from 'react-i18next'
import { EmailPreview } from '../../admin/email-preview.tsx'
import { SwitchField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { BodyEditor } from './body-editor.tsx'
import { ProblemLine } from './problem-line.tsx'
import type { TemplateFields } from './template-fields.ts'
import { useTemplatePreview } from './use-template-preview.ts'

/** The form sections of a template; its type decides which, and can't change. */
export function TemplateSections({
  form,
  isNew = false,
}: {
  form: EntityForm<TemplateFields>
  isNew?: boolean
}) {
  const { t } = useTranslation()
  const type = useFieldValue(form, 'type') ?? 'email_outgoing'
  const body = useFieldValue(form, 'body')
  const subject = useFieldValue(form, 'subject') ?? null
  const name = useFieldValue(form, 'name')
  const design = useFieldValue(form, 'design')
  const preview = useTemplatePreview({ type, name, body, subject, design })
  const problem = preview.data?.problem ?? null
  return (
    <>
      {type === 'email_outgoing' ? (
        <PageSection title={t('templates.identity')} help={t('templates.identity.help')}>
          <div className="flex flex-col gap-4">
            <TextField form={form} name="name" label={t('templates.name')} autoFocus={isNew} />
            <SwitchField
              form={form}
              name="is_default"
              label={t('templates.default')}
              help={t('templates.default.help')}
            />
          </div>
        </PageSection>
      ) : (
        <PageSection title={t('templates.subject')} help={t('templates.subject.help')}>
          <TextField form={form} name="subject" label={t('templates.subject')} />
          {problem?.path === 'subject' && <ProblemLine problem={problem} />}
        </PageSection>
      )}
      <section aria-label={t('templates.body')} className="grid gap-6 border-t py-5.5 lg:grid-cols-2">
        <BodyEditor form={form} problem={problem?.path === 'body' ? problem : null} />
        <div className="min-w-0">
          <div className="lg:sticky lg:top-5">
            <EmailPreview query={preview} isReply={type === 'email_outgoing'} />
          </div>
        </div>
      </section>
    </>
  )
}
