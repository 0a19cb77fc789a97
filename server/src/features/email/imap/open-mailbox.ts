import type { FetchMessageObject, FetchQueryObject, ImapFlow, SearchObject } from 'imapflow'

/**
 * A mailbox opened for reading. Every answer is complete or an error: an empty one means that the server said so on a connection that was
 * intact before and after, never that the connection ended in between.
 */
export type OpenMailbox = {
  uidvalidity: number
  /** The next message gets this UID or a higher one. */
  uid_next: number
  /** Messages in the mailbox when it was opened. */
  exists: number
  /** The UIDs that match, ascending. */
  search(query: SearchObject): Promise<number[]>
  /**
   * These messages by UID. A UID is absent from `messages` and listed in `expunged` when a later SEARCH confirmed that it's gone; when
   * SEARCH still lists it, it is in `withheld`.
   */
  fetch(uids: number[], query: FetchQueryObject): Promise<Fetched>
}

export type Fetched = {
  messages: Map<number, FetchMessageObject>
  expunged: number[]
  withheld: number[]
}

/** Opens the mailbox with EXAMINE, which changes no flag (RFC 3501 section 6.3.2). */
export async function openMailbox(client: ImapFlow, path: string): Promise<OpenMailbox> {
  const opened = await client.mailboxOpen(path, { readOnly: true })
  // Without a UIDVALIDITY (or an answer) no UID means anything.
  if (!opened?.uidValidity) throw new Error(`The mail server did not open ${path}`)

  const assertIntact = () => {
    if (!client.usable) throw new Error('The mail server closed the connection')
    const selected = client.mailbox
    if (!selected || selected.path !== opened.path || selected.uidValidity !== opened.uidValidity)
      throw new Error(`The mailbox ${path} is no longer selected`)
  }
  const intact = async <T>(command: () => Promise<T>): Promise<T> => {
    assertIntact()
    const answer = await command()
    assertIntact()
    return answer
  }
  const search = async (query: SearchObject) => {
    const uids = await intact(() => client.search(query, { uid: true }))
    if (!Array.isArray(uids)) throw new Error('The mail server refused to search the mailbox')
    return uids.sort((a, b) => a - b)
  }
  const stillListed = async (uids: number[]) => {
    if (uids.length === 0) return new Set<number>()
    // Servers report what other sessions expunged at a NOOP at the latest (RFC 3501 section 6.1.2).
    await intact(() => client.noop())
    return new Set(await search({ uid: uids.join(',') }))
  }
  assertIntact()
  return {
    uidvalidity: Number(opened.uidValidity),
    // Servers may leave UIDNEXT out; "*" is the newest message then.
    uid_next: opened.uidNext || ((await search({ uid: '*' })).at(-1) ?? 0) + 1,
    exists: opened.exists,
    search,
    async fetch(uids, query) {
      const rows = await intact(() => client.fetchAll(uids.join(','), { ...query, uid: true }, { uid: true }))
      const messages = new Map(rows.map((row) => [row.uid, row]))
      const absent = uids.filter((uid) => !messages.has(uid))
      const listed = await stillListed(absent)
      return {
        messages,
        expunged: absent.filter((uid) => !listed.has(uid)),
        withheld: absent.filter((uid) => listed.has(uid)),
      }
    },
  }
}
