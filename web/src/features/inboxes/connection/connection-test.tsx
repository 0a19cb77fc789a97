import { testInbox } from '@parley/contract/inboxes/inbox-writes'
import type { Inbox } from '@parley/contract/inboxes/inboxes'
import { PlugZap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { type InboxFields, toConfig } from '../inbox-fields.ts'
import { ConnectionResult } from './connection-result.tsx'

const serverFieldNames = {
  imap: ['imap_host', 'imap_port', 'imap_username', 'imap_password', 'imap_mailbox'],
  smtp: ['smtp_host', 'smtp_port', 'smtp_username', 'smtp_password'],
} as const

/** Tests the connection with the current form values, saved or not, and shows the server's response. */
export function ConnectionTest({
  form,
  server,
  inbox,
}: {
  form: EntityForm<InboxFields>
  server: 'imap' | 'smtp'
  inbox: Inbox | undefined
}) {
  const { t } = useTranslation()
  const test = useApiMutation(
    async () => {
      if (!(await form.methods.trigger([...serverFieldNames[server]]))) return []
      const { imap = [], smtp = [] } = toConfig(form.methods.getValues(), inbox)
      const one =
        server === 'imap' ? { imap: imap.slice(0, 1), smtp: [] } : { imap: [], smtp: smtp.slice(0, 1) }
      return call(testInbox, { body: { ...(inbox && { id: inbox.id }), config: one } })
    },
    { failure: 'inline' },
  )
  const [check] = test.data ?? []
  return (
    <div className="space-y-3">
      <Button onClick={() => test.mutate()} loading={test.isPending}>
        <PlugZap size={14} aria-hidden />
        {t(server === 'imap' ? 'inboxes.test.imap' : 'inboxes.test.smtp')}
      </Button>
      {check && !test.isPending && <ConnectionResult check={check} />}
      {test.error && (
        <p role="alert" className="text-xs text-bad">
          {test.error.message}
        </p>
      )}
    </div>
  )
}
