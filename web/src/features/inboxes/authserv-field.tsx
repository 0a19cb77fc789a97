import { type Inbox, knownAuthservId } from '@parley/contract/inboxes'
import { useTranslation } from 'react-i18next'
import { TextField, useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { Button } from '../../ui/button.tsx'
import type { InboxFields } from './inbox-fields.ts'

/** Under which name the mailbox's server says whether senders are verified; offers what is known of the provider or what a test mail showed. */
export function AuthservField({ of, inbox }: { of: EntityForm<InboxFields>; inbox?: Inbox | undefined }) {
  const { t } = useTranslation()
  const now = useValue(of, 'imap_authserv_id').trim()
  const host = useValue(of, 'imap_host')
  const proposal = inbox?.proposed_authserv_id ?? knownAuthservId(host)
  return (
    <div>
      <TextField
        of={of}
        name="imap_authserv_id"
        label={t('inboxes.authserv')}
        placeholder="mx.example.com"
        autoComplete="off"
        help={t(now ? 'inboxes.authserv.help' : 'inboxes.authserv.none')}
      />
      {proposal && proposal !== now && (
        <Button
          size="sm"
          className="mt-1.5"
          onClick={() => of.form.setValue('imap_authserv_id', proposal, { shouldDirty: true })}
        >
          {t('inboxes.authserv.use', { id: proposal })}
        </Button>
      )}
    </div>
  )
}
