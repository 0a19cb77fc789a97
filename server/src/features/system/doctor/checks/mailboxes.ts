import type { Finding } from '@parley/contract/system/system-findings'
import { readPausedCopy } from '../../../../paused-copy.ts'
import { listMailboxStates } from '../../../email/imap/list-mailboxes.ts'
import { listSendingStates } from '../../../inboxes/sending-state.ts'
import { type Check, type CheckContext, error, ok, warning } from '../check.ts'

export const mailboxesCheck: Check = {
  name: 'mailboxes',
  async run({ db, clock }) {
    if (await readPausedCopy(db)) return [ok('', 'This copy reads and sends nothing until it goes live')]
    const [mailboxes, senders] = await Promise.all([checkMailboxes(db, clock.now()), checkSenders(db)])
    const findings = [...mailboxes, ...senders]
    return findings.length > 0 ? findings : [ok('', 'Nothing fails')]
  },
}

/** Also for the alert. */
export const unreadAdvice =
  'Check that a process with the role mail is running. If one is, restart it, and look into its log'

async function checkMailboxes(db: CheckContext['db'], now: Date): Promise<Finding[]> {
  const mailboxes = await listMailboxStates(db, now)
  return mailboxes.map(({ mailbox, last_error, synced_at, overdue_since, missing }) => {
    if (last_error !== null)
      return error(
        mailbox,
        `It can’t be read: ${last_error}`,
        'Open the inbox in the settings, correct the server or sign-in, and test the connection',
      )
    if (synced_at === null)
      return warning(
        mailbox,
        'It has not been read yet',
        'Check that a process with the role mail is running',
      )
    if (overdue_since !== null)
      return warning(mailbox, `It has not been read since ${overdue_since}`, unreadAdvice)
    if (missing !== null && missing > 0)
      return warning(
        mailbox,
        `${missing} emails on the server have not been fetched`,
        'They are fetched by the next reconciliation, within the hour. If not, the ledger of the inbox says why',
      )
    return ok(mailbox, 'It can be read')
  })
}

async function checkSenders(db: CheckContext['db']): Promise<Finding[]> {
  const [states, inboxes] = await Promise.all([
    listSendingStates(db),
    db
      .selectFrom('inboxes')
      .select(['id', 'name'])
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null)
      .execute(),
  ])
  const senders = [...inboxes, { id: null, name: 'Notifications' }]
  return senders.flatMap(({ id, name }) => {
    const state = states.get(id)
    return state?.error
      ? [
          error(
            name,
            `Email can’t be sent: ${state.error}`,
            'Correct the outgoing server in the settings, and send a test email',
          ),
        ]
      : []
  })
}
