import { createInbox } from '@parley/contract/inboxes/inbox-writes'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useFieldValue } from '../../forms/fields/fields.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import {
  INBOXES_PATH,
  inboxPath,
  inboxSchema,
  inboxSecretFields,
  newInbox,
  rethrowWithFormPaths,
  toRequestBody,
} from './inbox-fields.ts'
import { InboxSections } from './inbox-sections.tsx'
import { PresetField } from './preset-field.tsx'

/** First asks where the email is hosted, then prefills the settings. */
export function NewInboxPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: inboxSchema,
    values: newInbox,
    draftKey: 'inboxes/new',
    secretFields: inboxSecretFields,
    invalidateKey: queryKeys.inboxes,
    successMessage: t('inboxes.created'),
    save: (fields, attempt) => {
      return call(createInbox, { body: toRequestBody(fields), ...attempt }).catch(rethrowWithFormPaths)
    },
    onSaved: ({ id }) => void navigate({ to: inboxPath(id) }),
    continueAt: ({ id }) => ({ path: inboxPath(id), draftKey: `inboxes/${id}` }),
  })
  const preset = useFieldValue(form, 'preset')
  return (
    <FormPage
      form={form}
      title={t('inboxes.new')}
      lead={t('inboxes.new.lead')}
      parent={{ to: INBOXES_PATH, label: t('admin.inboxes') }}
      createLabel={t('inboxes.create')}
    >
      <PageSection title={t('inboxes.preset')} help={t('inboxes.preset.help')}>
        <PresetField form={form} />
      </PageSection>
      {preset && <InboxSections form={form} />}
    </FormPage>
  )
}
