import { getSpamFilterLessons, spamFilterModes } from '@parley/contract/conversations/spam-filter'
import { GeneralSettings, getGeneralSettings } from '@parley/contract/settings/settings'
import { updateGeneralSettings } from '@parley/contract/settings/settings-writes'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { useMayChangeSignIn } from '../../admin/sign-in-restriction.tsx'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import {
  FormField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  useFieldValue,
} from '../../forms/fields/fields.tsx'
import { TimeZoneField } from '../../forms/fields/time-zone-field.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { type EntityForm, useEntityForm } from '../../forms/use-entity-form.ts'
import { languagesQuery, settingsQuery } from '../../session/queries.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { HoursSelect } from '../../working-time/hours-select.tsx'
import { BrandPictureField } from './brand-picture-field.tsx'
import { fieldsOf, type GeneralFields, generalSchema, toFormPath, toSettings } from './general-fields.ts'

/** Settings of the whole workspace. */
export function GeneralPage() {
  const { t } = useTranslation()
  const query = useQuery({
    ...settingsQuery,
    // Signed in, the server returns all settings; an incomplete set cached before sign-in is ignored.
    select: (settings) => GeneralSettings.parse(settings),
  })
  return (
    <EntityPage query={query} parent={{ to: '/admin', label: t('admin.title') }}>
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
    fetchCurrent: () => call(getGeneralSettings),
    fieldsOf: (current) => fieldsOf(GeneralSettings.parse(current)),
    draftKey: 'general',
    invalidateKey: queryKeys.settings,
    successMessage: t('general.saved'),
    save: async (fields, attempt) => {
      const saved = await call(updateGeneralSettings, { body: toSettings(fields), ...attempt }).catch(
        rethrowWithFormPaths,
      )
      // Site name, logo and language of every screen.
      void cache.invalidateQueries({ queryKey: queryKeys.config })
      // The administrator may now need a second factor, too.
      void cache.invalidateQueries({ queryKey: queryKeys.me })
      return saved
    },
  })
  return (
    <FormPage form={form} title={t('admin.general')} lead={t('general.lead')}>
      <WorkspaceSection form={form} />
      <PageSection title={t('general.look')} help={t('general.look.help')}>
        <div className="grid gap-5">
          <BrandPictureField form={form} use="logo" label={t('general.logo')} help={t('general.logo.help')} />
          <BrandPictureField
            form={form}
            use="favicon"
            label={t('general.favicon')}
            help={t('general.favicon.help')}
          />
        </div>
      </PageSection>
      <SignInSections form={form} />
      <UploadSection form={form} />
      <SpamFilterSection form={form} />
      <PageSection title={t('general.limits')} help={t('general.limits.help')}>
        <NumberField
          form={form}
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

/** Only editable with every administrative permission; visible to others. */
function SignInSections({ form }: { form: EntityForm<GeneralFields> }) {
  const { t } = useTranslation()
  const disabled = !useMayChangeSignIn()
  const helpOf = (key: string) => (disabled ? `${t(key)} ${t('sign_in.restricted')}` : t(key))
  return (
    <>
      <PageSection title={t('general.address')} help={helpOf('general.address.help')}>
        <TextField
          form={form}
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
            form={form}
            name="require_second_factor"
            label={t('general.require_second_factor')}
            help={t('general.require_second_factor.help')}
            disabled={disabled}
          />
          <NumberField
            form={form}
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

function WorkspaceSection({ form }: { form: EntityForm<GeneralFields> }) {
  const { t } = useTranslation()
  const lang = useFieldValue(form, 'lang') ?? 'en'
  const languages = useQuery(languagesQuery).data ?? [{ code: lang, name: t('_.name') }]
  return (
    <PageSection title={t('general.workspace')} help={t('general.workspace.help')}>
      <div className="grid gap-4">
        <TextField
          form={form}
          name="site_name"
          label={t('general.site_name')}
          help={t('general.site_name.help')}
        />
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField
            form={form}
            name="lang"
            label={t('general.lang')}
            help={t('general.lang.help')}
            options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          />
          <TimeZoneField
            form={form}
            name="timezone"
            label={t('general.timezone')}
            help={t('general.timezone.help')}
          />
        </div>
        <FormField
          form={form}
          name="business_hours_id"
          label={t('general.hours')}
          help={t('general.hours.help')}
        >
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

function UploadSection({ form }: { form: EntityForm<GeneralFields> }) {
  const { t } = useTranslation()
  const allTypes = useFieldValue(form, 'all_types')
  return (
    <PageSection title={t('general.uploads')} help={t('general.uploads.help')}>
      <div className="grid gap-4">
        <NumberField
          form={form}
          name="max_file_upload_size"
          label={t('general.upload_size')}
          help={t('general.upload_size.help')}
          end="MB"
        />
        <SwitchField form={form} name="all_types" label={t('general.all_types')} />
        {!allTypes && (
          <TextField
            form={form}
            name="extensions"
            label={t('general.extensions')}
            help={t('general.extensions.help')}
          />
        )}
      </div>
    </PageSection>
  )
}

function SpamFilterSection({ form }: { form: EntityForm<GeneralFields> }) {
  const { t } = useTranslation()
  const { data } = useQuery(spamFilterLessonsQuery)
  const mode = useFieldValue(form, 'spam_filter')
  const isLearning = data && Math.min(data.spam, data.not_spam) < data.needed
  return (
    <PageSection title={t('general.spam_filter')} help={t('general.spam_filter.help')}>
      <div className="grid gap-2">
        <SelectField
          form={form}
          name="spam_filter"
          label={t('general.spam_filter.mode')}
          options={modesByStrength.map((value) => ({ value, label: t(`general.spam_filter.${value}`) }))}
        />
        {data && (
          <p className="text-ink-3 tabular-nums">
            {t('general.spam_filter.lessons', data)}{' '}
            {mode === 'move' && isLearning && t('general.spam_filter.needed', data)}
          </p>
        )}
      </div>
    </PageSection>
  )
}

const modesByStrength = spamFilterModes.toReversed()
const spamFilterLessonsQuery = queryOptions({
  queryKey: queryKeys.spamFilterLessons,
  queryFn: ({ signal }) => call(getSpamFilterLessons, { signal }),
  staleTime: 0,
})

/** Rethrows with the form's field names. */
function rethrowWithFormPaths(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const { status, error_type, message, request_id, errors } = error
  throw new ApiError({
    status,
    error_type,
    message,
    request_id,
    errors: errors.map((fieldError) => ({ ...fieldError, path: toFormPath(fieldError.path) })),
  })
}
