import {
  getSystemAlertSettings,
  SystemAlertSettings,
  updateSystemAlertSettings,
} from '@parley/contract/system/system-alerts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { LongTextField, SwitchField } from '../../../forms/fields/fields.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'

/** Addresses are typed into one field, separated by commas or lines. */
const AlertFields = z.object({
  email_enabled: z.boolean(),
  addresses: z
    .string()
    .transform(splitAddresses)
    .pipe(SystemAlertSettings.shape.addresses)
    .transform((addresses) => addresses.join('\n')),
})

function splitAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '')
}

const fieldsOf = ({ email_enabled, addresses }: SystemAlertSettings) => ({
  email_enabled,
  addresses: addresses.join('\n'),
})

/** Who is emailed about alerts. */
export function AlertSettingsDialog({
  settings,
  onClose,
}: {
  settings: SystemAlertSettings
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: AlertFields,
    values: fieldsOf(settings),
    fetchCurrent: () => call(getSystemAlertSettings),
    fieldsOf,
    draftKey: 'system-alerts',
    invalidateKey: queryKeys.systemAlertSettings,
    successMessage: t('system.alerts.saved'),
    save: ({ email_enabled, addresses }, attempt) =>
      call(updateSystemAlertSettings, {
        body: { email_enabled, addresses: splitAddresses(addresses) },
        ...attempt,
      }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('system.alerts.settings')}
      submitLabel={t('form.save')}
      onClose={onClose}
    >
      <SwitchField
        form={form}
        name="email_enabled"
        label={t('system.alerts.email')}
        help={t('system.alerts.email.help')}
      />
      <LongTextField
        form={form}
        name="addresses"
        label={t('system.alerts.addresses')}
        help={t('system.alerts.addresses.help')}
      />
    </FormDialog>
  )
}
