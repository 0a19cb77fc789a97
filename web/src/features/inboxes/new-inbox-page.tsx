import { createInbox } from '@parley/contract/inboxes'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useValue } from '../../admin/fields.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { settingsQuery } from '../../session/queries.ts'
import { PageSection } from '../../ui/page.tsx'
import {
  bodyOf,
  forwardAddress,
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
  const root_url = useSuspenseQuery(settingsQuery).data['app.root_url'] ?? ''
  const form = useEntityForm({
    schema: inboxSchema,
    values: newInbox,
    place: 'inboxes/new',
    secret: secretFields,
    refresh: keys.inboxes,
    said: t('inboxes.created'),
    save: (fields, attempt) => {
      const forward = fields.receiving === 'forward' && forwardAddress(fields.address, root_url)
      const aliases = forward ? [...fields.aliases, forward] : fields.aliases
      return call(createInbox, { body: bodyOf({ ...fields, aliases }), ...attempt }).catch(placedInForm)
    },
    onSaved: ({ id }) => void navigate({ to: inboxPath(id) }),
  })
  const preset = useValue(form, 'preset')
  const address = useValue(form, 'address')
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
      {preset && <InboxSections of={form} forward_to={forwardAddress(address, root_url) ?? address} />}
    </FormPage>
  )
}
