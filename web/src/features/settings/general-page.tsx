import { GeneralSettings, getGeneralSettings } from '@parley/contract/settings'
import { updateGeneralSettings } from '@parley/contract/settings-writes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormField, NumberField, SelectField, SwitchField, TextField, useValue } from '../../admin/fields.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useMayChangeSignIn } from '../../admin/sign-in-restriction.tsx'
import { TimeZoneField } from '../../admin/time-zone-field.tsx'
import { type EntityForm, useEntityForm } from '../../admin/use-entity-form.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { languagesQuery, settingsQuery } from '../../session/queries.ts'
import { PageSection } from '../../ui/page.tsx'
import { HoursSelect } from '../../working-time/hours-select.tsx'
import { BrandPictureField } from './brand-picture-field.tsx'
import { fieldOf, fieldsOf, type GeneralFields, generalSchema, settingsOf } from './general-fields.ts'

/** What holds for the whole workspace. */
export function GeneralPage() {
  const { t } = useTranslation()
  const query = useQuery({
    ...settingsQuery,
    // Signed in, all of them are answered; a rest of the signed-out answer is none.
    select: (settings) => GeneralSettings.parse(settings),
  })
  return (
    <EntityPage query={query} within={{ to: '/admin', label: t('admin.title') }}>
      {(settings) => <GeneralForm settings={settings} />}
    </EntityPage>
  )
}

function GeneralForm({ settings }: { settings: GeneralSettings }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const form = useEntityForm<GeneralFields, true, Partial<GeneralSettings>>({
    schema: generalSchema(t),
    values: fieldsOf(settings),
    current: () => call(getGeneralSettings),
    fieldsOf: (now) => fieldsOf(GeneralSettings.parse(now)),
    place: 'general',
    refresh: keys.settings,
    said: t('general.saved'),
    save: async (fields, attempt) => {
      const saved = await call(updateGeneralSettings, { body: settingsOf(fields), ...attempt }).catch(
        atFields,
      )
      // The title, the logo and the words of every screen.
      void cache.invalidateQueries({ queryKey: keys.config })
      // A second factor may be asked of the administrator too, and at once.
      void cache.invalidateQueries({ queryKey: keys.me })
      return saved
    },
  })
  return (
    <FormPage of={form} title={t('admin.general')} lead={t('general.lead')}>
      <WorkspaceSection of={form} />
      <PageSection title={t('general.look')} help={t('general.look.help')}>
        <div className="grid gap-5">
          <BrandPictureField of={form} use="logo" label={t('general.logo')} help={t('general.logo.help')} />
          <BrandPictureField
            of={form}
            use="favicon"
            label={t('general.favicon')}
            help={t('general.favicon.help')}
          />
        </div>
      </PageSection>
      <SignInSections of={form} />
      <UploadSection of={form} />
      <PageSection title={t('general.limits')} help={t('general.limits.help')}>
        <NumberField
          of={form}
          name="max_writes_per_minute"
          label={t('general.max_writes_per_minute')}
          help={t('general.max_writes_per_minute.help')}
        />
      </PageSection>
      <PageSection title={t('general.version')} help={t('general.version.help')}>
        <p className="tabular-nums">{settings['app.version']}</p>
      </PageSection>
    </FormPage>
  )
}

/** What only someone with every administrative permission can change; others see it. */
function SignInSections({ of }: { of: EntityForm<GeneralFields> }) {
  const { t } = useTranslation()
  const disabled = !useMayChangeSignIn()
  const helpOf = (key: string) => (disabled ? `${t(key)} ${t('sign_in.restricted')}` : t(key))
  return (
    <>
      <PageSection title={t('general.address')} help={helpOf('general.address.help')}>
        <TextField
          of={of}
          name="root_url"
          type="url"
          label={t('general.root_url')}
          help={t('general.root_url.help')}
          disabled={disabled}
        />
      </PageSection>
      <PageSection title={t('general.signing_in')} help={helpOf('general.signing_in.help')}>
        <div className="grid gap-4">
          <SwitchField
            of={of}
            name="require_second_factor"
            label={t('general.require_second_factor')}
            help={t('general.require_second_factor.help')}
            disabled={disabled}
          />
          <NumberField
            of={of}
            name="session_lifetime_days"
            label={t('general.session_lifetime')}
            help={t('general.session_lifetime.help')}
            end={t('general.days')}
            disabled={disabled}
          />
        </div>
      </PageSection>
    </>
  )
}

function WorkspaceSection({ of }: { of: EntityForm<GeneralFields> }) {
  const { t } = useTranslation()
  const lang = useValue(of, 'lang') ?? 'en'
  const languages = useQuery(languagesQuery).data ?? [{ code: lang, name: t('_.name') }]
  return (
    <PageSection title={t('general.workspace')} help={t('general.workspace.help')}>
      <div className="grid gap-4">
        <TextField
          of={of}
          name="site_name"
          label={t('general.site_name')}
          help={t('general.site_name.help')}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField
            of={of}
            name="lang"
            label={t('general.lang')}
            help={t('general.lang.help')}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          />
          <TimeZoneField
            of={of}
            name="timezone"
            label={t('general.timezone')}
            help={t('general.timezone.help')}
          />
        </div>
        <FormField of={of} name="business_hours_id" label={t('general.hours')} help={t('general.hours.help')}>
          {(field) => (
            <HoursSelect
              value={Number(field.value) || null}
              placeholder={t('general.hours.gone')}
              onValueChange={(id) => field.onChange(String(id ?? ''))}
            />
          )}
        </FormField>
      </div>
    </PageSection>
  )
}

function UploadSection({ of }: { of: EntityForm<GeneralFields> }) {
  const { t } = useTranslation()
  const allTypes = useValue(of, 'all_types')
  return (
    <PageSection title={t('general.uploads')} help={t('general.uploads.help')}>
      <div className="grid gap-4">
        <NumberField
          of={of}
          name="max_file_upload_size"
          label={t('general.upload_size')}
          help={t('general.upload_size.help')}
          end="MB"
        />
        <SwitchField of={of} name="all_types" label={t('general.all_types')} />
        {!allTypes && (
          <TextField
            of={of}
            name="extensions"
            label={t('general.extensions')}
            help={t('general.extensions.help')}
          />
        )}
      </div>
    </PageSection>
  )
}

/** Refusals stand at the form's fields. */
function atFields(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { status, error_type, message, request_id, errors } = error
  throw new ApiError({
    status,
    error_type,
    message,
    request_id,
    errors: errors.map((one) => ({ ...one, path: fieldOf(one.path) })),
  })
}
