import { findKnownAuthservId } from '@parley/contract/inboxes/authserv-ids'
import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { useTranslation } from 'react-i18next'
import { TextField, useFieldValue } from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import type { InboxFields } from '../inbox-fields.ts'

/**
 * The authserv-id in the mail server's Authentication-Results headers. Suggests the provider's known id, or the one
 * found in a test email.
 */
export function AuthservField({ form, inbox }: { form: EntityForm<InboxFields>; inbox?: Inbox | undefined }) {
  const { t } = useTranslation()
  const current = useFieldValue(form, 'imap_authserv_id').trim()
  const host = useFieldValue(form, 'imap_host')
  const suggestion = inbox?.proposed_authserv_id ?? findKnownAuthservId(host)
  return (
    <div>
      <TextField
        form={form}
        name="imap_authserv_id"
        label={t('inboxes.authserv')}
        placeholder="mx.example.com"
        autoComplete="off"
        help={t(current ? 'inboxes.authserv.help' : 'inboxes.authserv.none')}
      />
      {suggestion && suggestion !== current && (
        <Button
          size="sm"
          className="mt-1.5"
          onClick={() => form.methods.setValue('imap_authserv_id', suggestion, { shouldDirty: true })}
        >
          {t('inboxes.authserv.use', { id: suggestion })}
        </Button>
      )}
    </div>
  )
}
