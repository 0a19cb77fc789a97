import type { ImapFlow, MailboxObject } from 'imapflow'
import { beforeEach, expect, test } from 'vitest'
import { openMailbox } from './open-mailbox.ts'

/** A connection whose responses the test defines, in place of imapflow's client. */
type Connection = {
  usable: boolean
  mailbox: Partial<MailboxObject> | false
  /** UIDs returned by FETCH, and listed by SEARCH. */
  fetched: number[]
  listed: number[] | false | undefined
  duringFetch(): void
}
let connection: Connection
beforeEach(() => {
  connection = {
    usable: true,
    mailbox: { path: 'INBOX', uidValidity: 7n, uidNext: 10, exists: 9 },
    fetched: [],
    listed: [],
    duringFetch() {},
  }
})

const open = () => {
  const client = {
    get usable() {
      return connection.usable
    },
    get mailbox() {
      return connection.mailbox
    },
    mailboxOpen: async () => connection.mailbox || undefined,
    noop: async () => {},
    search: async () => connection.listed,
    fetchAll: async () => {
      connection.duringFetch()
      return connection.fetched.map((uid) => ({ uid }))
    },
  }
  return openMailbox(client as unknown as ImapFlow, 'INBOX')
}

test('an empty fetch because the connection ended is an error', async () => {
  const mailbox = await open()
  connection.duringFetch = () => Object.assign(connection, { usable: false, mailbox: false })
  await expect(mailbox.fetch([1, 2], {})).rejects.toThrow('closed the connection')
})

test.each<[string, Partial<MailboxObject> | false]>([
  ['no mailbox is selected', false],
  ['another mailbox is selected', { path: 'Archive', uidValidity: 7n }],
  ['UIDVALIDITY is another', { path: 'INBOX', uidValidity: 8n }],
])('a response that arrives when %s is an error', async (_, selected) => {
  const mailbox = await open()
  connection.fetched = [1]
  connection.duringFetch = () => Object.assign(connection, { mailbox: selected })
  await expect(mailbox.fetch([1], {})).rejects.toThrow('no longer selected')
})

test('a UID is expunged only when a later SEARCH does not list it', async () => {
  const mailbox = await open()
  Object.assign(connection, { fetched: [2], listed: [3] })
  const { messages, expunged, withheld } = await mailbox.fetch([1, 2, 3], {})
  expect([...messages.keys()]).toEqual([2])
  expect({ expunged, withheld }).toEqual({ expunged: [1], withheld: [3] })
})

test.each([undefined, false] as const)('a search that returns %s is an error', async (listed) => {
  const mailbox = await open()
  connection.listed = listed
  await expect(mailbox.search({ uid: '1:*' })).rejects.toThrow('rejected the mailbox search')
  await expect(mailbox.fetch([1], {})).rejects.toThrow('rejected the mailbox search')
})

test('a mailbox without UIDVALIDITY, or without a response, is not opened', async () => {
  connection.mailbox = { path: 'INBOX', uidNext: 1 }
  await expect(open()).rejects.toThrow('couldn’t open INBOX')
  connection.mailbox = false
  await expect(open()).rejects.toThrow('couldn’t open INBOX')
})

test('without UIDNEXT, the newest UID plus one is used', async () => {
  connection.mailbox = { path: 'INBOX', uidValidity: 7n, exists: 2 }
  connection.listed = [41]
  expect((await open()).uid_next).toBe(42)
  connection.listed = []
  expect((await open()).uid_next).toBe(1)
})
