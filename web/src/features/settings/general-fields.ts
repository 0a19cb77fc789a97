import type { GeneralSettings } from '@parley/contract/settings/settings'
import { GeneralSettingsWrite } from '@parley/contract/settings/settings-writes'
import type { TFunction } from 'i18next'
import { z } from 'zod'

const { shape } = GeneralSettingsWrite
const extensions = shape['app.allowed_file_upload_extensions']

/** Field names have no dots, because react-hook-form reads dots as nested paths. */
export const generalSchema = (t: TFunction) =>
  z
    .object({
      site_name: shape['app.site_name'],
      lang: shape['app.lang'],
      timezone: shape['app.timezone'],
      business_hours_id: shape['app.business_hours_id'],
      logo_url: shape['app.logo_url'],
      favicon_url: shape['app.favicon_url'],
      root_url: shape['app.root_url'].unwrap(),
      require_second_factor: z.boolean(),
      max_writes_per_minute: shape['app.max_writes_per_minute'].unwrap(),
      spam_filter: shape['app.spam_filter'].unwrap(),
      session_lifetime_days: shape['app.session_lifetime_days'].unwrap(),
      max_file_upload_size: shape['app.max_file_upload_size'],
      all_types: z.boolean(),
      /** As typed: "pdf, png". */
      extensions: z.string(),
    })
    // Also while another field is invalid, so that all errors show at once.
    .refine((fields) => extensionsError(fields, t) === null, {
      path: ['extensions'],
      when: () => true,
      error: ({ input }) => extensionsError(input as ExtensionFields, t) ?? '', // the object above
    })

type ExtensionFields = { all_types: boolean; extensions: string }

function extensionsError({ all_types, extensions: text }: ExtensionFields, t: TFunction): string | null {
  if (all_types) return null
  if (splitExtensions(text).length === 0) return t('general.extensions.missing')
  return extensions.safeParse(splitExtensions(text)).error?.issues[0]?.message ?? null
}

export type GeneralFields = z.input<ReturnType<typeof generalSchema>>

export function fieldsOf(settings: GeneralSettings): GeneralFields {
  const allowed = settings['app.allowed_file_upload_extensions']
  const all_types = allowed.includes('*')
  return {
    site_name: settings['app.site_name'],
    lang: settings['app.lang'],
    timezone: settings['app.timezone'],
    business_hours_id: settings['app.business_hours_id'],
    logo_url: settings['app.logo_url'],
    favicon_url: settings['app.favicon_url'] ?? '',
    root_url: settings['app.root_url'],
    require_second_factor: settings['app.require_second_factor'],
    max_writes_per_minute: settings['app.max_writes_per_minute'],
    spam_filter: settings['app.spam_filter'],
    session_lifetime_days: settings['app.session_lifetime_days'],
    max_file_upload_size: settings['app.max_file_upload_size'],
    all_types,
    extensions: all_types ? '' : allowed.join(', '),
  }
}

export const toSettings = ({
  all_types,
  extensions: text,
  ...fields
}: GeneralFields): z.input<typeof GeneralSettingsWrite> => ({
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`app.${name}`, value])),
  'app.allowed_file_upload_extensions': all_types ? ['*'] : splitExtensions(text),
})

const splitExtensions = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

/** Maps error paths of the API to field names of the form. */
export const toFormPath = (path: string): string =>
  path.startsWith('app.allowed_file_upload_extensions') ? 'extensions' : path.replace(/^app\./, '')
