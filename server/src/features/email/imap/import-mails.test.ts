import { ImapFlow } from 'imapflow'
import { expect, test } from 'vitest'
import {
  createInbox,
  cursorOf,
  dovecot,
  hoursAgo,
  inSync,
  listDeliveries,
  mail,
  now,
  setUpMailboxes,
  startProxy,
  t,
  waitForDeliveries,
  waitUntil,
  watch,
} from './mailbox-suite.ts'
import { startMailboxWatchers } from './mailbox-watchers.ts'

setUpMailboxes()

test('existing mail is historical as far back as configured; new mail is live immediately', async () => {
  await dovecot.append('first', mail.compose({ to: 'first@acme.test', text: 'too old' }), {
    date: hoursAgo(80),
  })
  await dovecot.append('first', mail.compose({ to: 'first@acme.test', text: 'old' }), { date: hoursAgo(20) })
  const inbox_id = await createInbox('first', { sync_since: hoursAgo(72) })
  watch()
  await inSync(inbox_id)
  expect(await listDeliveries(inbox_id)).toMatchObject([
    { historical: true, source: 'imap', received_at: hoursAgo(20) },
  ])

  // Long before the next poll, which is in five minutes.
  await dovecot.append('first', mail.compose({ to: 'first@acme.test', text: 'new' }))
  await waitForDeliveries(inbox_id, 2)
  const [, live] = await listDeliveries(inbox_id)
  expect(live).toMatchObject({ historical: false, received_at: now() })
})

test('importing changes no flags, and a mail already read in another program is imported too', async () => {
  await dovecot.append('flags', mail.compose({ to: 'flags@acme.test' }), { date: hoursAgo(1) })
  await dovecot.append('flags', mail.compose({ to: 'flags@acme.test' }), {
    date: hoursAgo(1),
    flags: ['\\Seen'],
  })
  const inbox_id = await createInbox('flags')
  watch()
  await waitForDeliveries(inbox_id, 2)
  expect(await flagsIn('flags')).toEqual([[], ['\\Seen']])
})

async function flagsIn(user: string) {
  const client = new ImapFlow({
    host: dovecot.host,
    port: dovecot.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: dovecot.password },
    logger: false,
  })
  await client.connect()
  await client.mailboxOpen('INBOX', { readOnly: true })
  const mails = await client.fetchAll('1:*', { flags: true })
  await client.logout()
  return mails.map(({ flags }) => [...(flags ?? [])].filter((flag) => flag !== '\\Recent'))
}

test('a change of UIDVALIDITY neither duplicates nor loses mail', async () => {
  for (const text of ['one', 'two', 'three'])
    await dovecot.append('renumbered', mail.compose({ to: 'renumbered@acme.test', text }), {
      date: hoursAgo(5),
    })
  const inbox_id = await createInbox('renumbered')
  const first = startMailboxWatchers(t)
  await waitForDeliveries(inbox_id, 3)
  await inSync(inbox_id)
  await first.stop()
  await mail.readAll()
  dovecot.changeUidValidity('renumbered')
  await dovecot.append('renumbered', mail.compose({ to: 'renumbered@acme.test', text: 'four' }), {
    date: now(),
  })
  const before = await cursorOf(inbox_id)
  watch()
  const rows = await waitForDeliveries(inbox_id, 4)
  await waitUntil(
    () => cursorOf(inbox_id),
    (cursor) => cursor?.uidvalidity !== before?.uidvalidity && (cursor?.last_uid ?? 0) >= 4,
    'the new numbers',
  )
  expect(await listDeliveries(inbox_id)).toHaveLength(4)
  // It arrived during the renumbering, so it is new.
  expect(rows.at(-1)).toMatchObject({ historical: false })
})

test('a mail that is too large is quarantined with its headers, and later mails are processed', async () => {
  const big = `${mail.compose({ to: 'large@acme.test', subject: 'A film' })}${'x'.repeat(990)}\n`.replace(
    'x'.repeat(990),
    `${'x'.repeat(990)}\n`.repeat(42_500),
  )
  await dovecot.append('large', big, { date: hoursAgo(1) })
  await dovecot.append('large', mail.compose({ to: 'large@acme.test' }), { date: hoursAgo(1) })
  const inbox_id = await createInbox('large')
  watch()
  const rows = await waitForDeliveries(inbox_id, 2)
  expect(rows).toMatchObject([
    { state: 'quarantined', reason: expect.stringMatching(/larger than 40 MB.*still in the mailbox/) },
    { state: 'received' },
  ])
})

test('moving sync_since back also imports the older mail, as historical', async () => {
  await dovecot.append('older', mail.compose({ to: 'older@acme.test' }), { date: hoursAgo(200) })
  await dovecot.append('older', mail.compose({ to: 'older@acme.test' }), { date: hoursAgo(10) })
  const inbox_id = await createInbox('older')
  watch()
  await waitForDeliveries(inbox_id, 1)
  await inSync(inbox_id)
  await t.db
    .updateTable('inboxes')
    .set({ sync_since: hoursAgo(300) })
    .where('id', '=', inbox_id)
    .execute()
  const rows = await waitForDeliveries(inbox_id, 2)
  expect(rows).toMatchObject([{ historical: true }, { historical: true, received_at: hoursAgo(200) }])
})

test('a mail at which the server breaks the connection every time is quarantined, and later mails are imported', async () => {
  for (const text of ['one', 'poison', 'three'])
    await dovecot.append('poison', mail.compose({ to: 'poison@acme.test', text }), { date: hoursAgo(1) })
  const commands: string[] = []
  const port = await startProxy(commands, (line) =>
    /UID FETCH (?:[\d,:]*,)?2(?:[,:][\d,:]*)? \(.*BODY/.test(line),
  )
  const inbox_id = await createInbox('poison', { port })
  watch()
  const rows = await waitForDeliveries(inbox_id, 3)
  expect(rows.map(({ state, imap_uid }) => [imap_uid, state])).toEqual([
    [1, 'received'],
    [2, 'quarantined'],
    [3, 'received'],
  ])
  expect(rows[1]?.reason).toMatch(
    /failed 5 times to return this email, which is still in the mailbox \(.{10,}\)/,
  )
  // Opened read-only, and fetched without being marked as read (RFC 3501 sections 6.3.2 and 6.4.5).
  expect(commands.filter((line) => / SELECT | BODY\[| STORE |EXPUNGE/.test(line))).toEqual([])
})
