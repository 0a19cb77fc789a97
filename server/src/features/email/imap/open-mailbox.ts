import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow'

/**
 * A mailbox opened for reading. Every response is complete or an error: an empty result means that the server said so
 * on a connection that was intact before and after, never that the connection broke in between.
 */
export type OpenMailbox = {
  uidvalidity: number
  /** The next message gets this UID or a higher one. */
  uid_next: number
  /** Number of messages when the mailbox was opened. */
  exists: number
  /** Matching UIDs, ascending. */
  search(query: SearchObject): Promise<number[]>
  /**
   * Fetches messages by UID. A UID missing from `messages` is in `expunged` if a later SEARCH confirms that it is
   * gone, or in `withheld` if SEARCH still lists it.
   */
  fetch(uids: number[], query: FetchQueryObject): Promise<Fetched>
}

type Fetched = {
  messages: Map<number, FetchMessageObject>
  expunged: number[]
  withheld: number[]
}

/** Opens the mailbox with EXAMINE, which changes no flags (RFC 3501 section 6.3.2). */
export async function openMailbox(client: ImapFlow, path: string): Promise<OpenMailbox> {
  const opened = await client.mailboxOpen(path, { readOnly: true })
  // Without a UIDVALIDITY (or a response), UIDs are meaningless.
  if (!opened?.uidValidity) throw new Error(`The mail server couldn’t open ${path}`)

  const assertIntact = () => {
    if (!client.usable) throw new Error('The mail server closed the connection')
    const selected = client.mailbox
    if (!selected || selected.path !== opened.path || selected.uidValidity !== opened.uidValidity)
      throw new Error(`The mailbox ${path} is no longer selected`)
  }
  const whileIntact = async <T>(command: () => Promise<T>): Promise<T> => {
    assertIntact()
    const result = await command()
    assertIntact()
    return result
  }
  const search = async (query: SearchObject) => {
    const uids = await whileIntact(() => client.search(query, { uid: true }))
    if (!Array.isArray(uids)) throw new Error('The mail server rejected the mailbox search')
    return uids.sort((a, b) => a - b)
  }
  const listExisting = async (uids: number[]) => {
    if (uids.length === 0) return new Set<number>()
    // Servers report messages expunged by other sessions no later than at a NOOP (RFC 3501 section 6.1.2).
    await whileIntact(() => client.noop())
    return new Set(await search({ uid: uids.join(',') }))
  }
  assertIntact()
  return {
    uidvalidity: Number(opened.uidValidity),
    // Servers may omit UIDNEXT; then "*" is the newest message.
    uid_next: opened.uidNext || ((await search({ uid: '*' })).at(-1) ?? 0) + 1,
    exists: opened.exists,
    search,
    async fetch(uids, query) {
      const rows = await whileIntact(() =>
        client.fetchAll(uids.join(','), { ...query, uid: true }, { uid: true }),
      )
      const messages = new Map(rows.map((row) => [row.uid, row]))
      const absent = uids.filter((uid) => !messages.has(uid))
      const existing = await listExisting(absent)
      return {
        messages,
        expunged: absent.filter((uid) => !existing.has(uid)),
        withheld: absent.filter((uid) => existing.has(uid)),
      }
    },
  }
}
