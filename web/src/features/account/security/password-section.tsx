import { changeMyPassword, PasswordChange } from '@parley/contract/account/account-security'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { TextField } from '../../../forms/fields/fields.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'

export function PasswordSection() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('account.password.change')}</Button>
      {open && <PasswordDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: PasswordChange,
    values: { old_password: '', new_password: '' },
    draftKey: 'account/password',
    secretFields: ['old_password', 'new_password'],
    invalidateKey: queryKeys.my_sessions,
    successMessage: t('account.password.changed'),
    save: (body) => call(changeMyPassword, { body }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('account.password.change')}
      description={t('account.password.others')}
      submitLabel={t('account.password.change')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="old_password"
        type="password"
        autoComplete="current-password"
        label={t('account.password.old')}
        autoFocus
      />
      <TextField
        form={form}
        name="new_password"
        type="password"
        autoComplete="new-password"
        label={t('account.password.new')}
        help={t('account.password.rule')}
      />
    </FormDialog>
  )
}
