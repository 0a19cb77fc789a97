import { createInbox } from '@parley/contract/inboxes'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useValue } from '../../admin/fields.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { PageSection } from '../../ui/page.tsx'
import {
  bodyOf,
  INBOXES,
  inboxPath,
  inboxSchema,
  newInbox,
  placedInForm,
  secretFields,
} from './inbox-fields.ts'
import { InboxSections } from './inbox-sections.tsx'
import { PresetField } from './preset-field.tsx'

/** First where the mail is, then what that needs, filled in as far as it is known. */
export function NewInboxPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: inboxSchema,
    values: newInbox,
    place: 'inboxes/new',
    secret: secretFields,
    refresh: keys.inboxes,
    said: t('inboxes.created'),
    save: (fields, attempt) => {
      return call(createInbox, { body: bodyOf(fields), ...attempt }).catch(placedInForm)
    },
    onSaved: ({ id }) => void navigate({ to: inboxPath(id) }),
  })
  const preset = useValue(form, 'preset')
  return (
    <FormPage
      of={form}
      title={t('inboxes.new')}
      lead={t('inboxes.new.lead')}
      within={{ to: INBOXES, label: t('admin.inboxes') }}
      create={t('inboxes.create')}
    >
      <PageSection title={t('inboxes.preset')} help={t('inboxes.preset.help')}>
        <PresetField of={form} />
      </PageSection>
      {preset && <InboxSections of={form} />}
    </FormPage>
  )
}
