import { changeMyPassword, PasswordChange } from '@parley/contract/account'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../admin/fields.tsx'
import { FormDialog } from '../../admin/form-dialog.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'

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
    place: 'account/password',
    secret: ['old_password', 'new_password'],
    refresh: keys.my_sessions,
    said: t('account.password.changed'),
    save: (body) => call(changeMyPassword, { body }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      of={form}
      title={t('account.password.change')}
      description={t('account.password.others')}
      submitLabel={t('account.password.change')}
      onClose={onClose}
    >
      <TextField
        of={form}
        name="old_password"
        type="password"
        autoComplete="current-password"
        label={t('account.password.old')}
        autoFocus
      />
      <TextField
        of={form}
        name="new_password"
        type="password"
        autoComplete="new-password"
        label={t('account.password.new')}
        help={t('account.password.rule')}
      />
    </FormDialog>
  )
}
