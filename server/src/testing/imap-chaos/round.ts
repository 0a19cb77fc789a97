import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImapConfig } from '@parley/contract/inboxes'
import type { TestApp } from '../app.ts'
import type { Dovecot } from '../dovecot.ts'
import { type Plan, planRound, type Step } from './plan.ts'
import { startImapProxy } from './proxy.ts'
import { processReader, type Reader, watcherReader } from './readers.ts'

export type Chaos = { t: TestApp; dovecot: Dovecot; seed: number }
/** `wrong` is empty when nothing was lost or doubled; each line says what is. */
export type RoundResult = { mails: number; faults: number; wrong: string[] }

/** Without any progress. Far longer than any pause of a watcher, and shorter than its next look at a silent mailbox. */
const stalledMs = 60_000

/** Reads a mailbox through one round of disturbances, and compares the ledger with the server. */
export async function runRound(
  { t, dovecot, seed }: Chaos,
  round: number,
  in_process: boolean,
): Promise<RoundResult> {
  const plan = planRound(seed, round, in_process)
  const user = `chaos-${seed}-${round}`
  const proxy = await startImapProxy(dovecot)
  const { id: inbox_id } = await t.make.inbox(`${user}@acme.test`)
  const mailbox = fillMailbox(dovecot, user)
  const config: ImapConfig = {
    host: '127.0.0.1',
    port: proxy.port,
    username: user,
    password: dovecot.password,
    mailbox: 'INBOX',
    read_interval: '5m',
    scan_inbox_since: '48h',
    tls_type: 'none',
    tls_skip_verify: false,
  }
  const reader = (in_process ? processReader : watcherReader)(t, inbox_id, config)
  try {
    await mailbox.deliver(plan.first)
    proxy.disturb(plan.faults)
    await reader.start()
    await act(plan, { reader, mailbox, cut: proxy.cut })
    const lost = await untilReceived(t, inbox_id, mailbox)
    await reader.stop()
    const counts = await recount(t, inbox_id, reader)
    const wrong = [
      ...lost.map((uid) => `UID ${uid} is on the server and not in the ledger`),
      ...(await wrongRows(t, inbox_id, mailbox.hashes)),
      ...(reader.repairs() > 0 ? ['the cursor had passed mail that was not in the ledger'] : []),
      ...(counts === `${mailbox.present.size} of ${mailbox.present.size}`
        ? []
        : [`counts are ${counts}, and the server has ${mailbox.present.size}`]),
    ]
    return { mails: mailbox.hashes.size, faults: proxy.struck.length, wrong }
  } finally {
    await reader.stop()
    await proxy.stop()
  }
}

type Mailbox = {
  /** SHA-256 of every mail that was ever there, by UID; `present` are those that still are. */
  hashes: Map<number, string>
  present: Set<number>
  deliver(sizes: number[]): Promise<void>
  expunge(from_end: number): Promise<void>
}

function fillMailbox(dovecot: Dovecot, user: string): Mailbox {
  const hashes = new Map<number, string>()
  const present = new Set<number>()
  return {
    hashes,
    present,
    async deliver(sizes) {
      const mails = sizes.map((size, n) => {
        const id = `${hashes.size + n}.${user}@customer.test`
        const head = `From: grace@customer.test\r\nTo: ${user}@acme.test\r\nMessage-ID: <${id}>\r\nSubject: ${id}\r\n\r\n`
        return `${head}${'A line of text.\r\n'.repeat(Math.ceil(size / 17))}`
      })
      const uids = await dovecot.appendAll(user, mails)
      for (const [n, uid] of uids.entries()) {
        hashes.set(
          uid,
          createHash('sha256')
            .update(mails[n] ?? '')
            .digest('hex'),
        )
        present.add(uid)
      }
    },
    async expunge(from_end) {
      const uid = [...present].at(-1 - from_end)
      if (uid === undefined) return
      await dovecot.expunge(user, [uid])
      present.delete(uid)
    },
  }
}

async function act(
  plan: Plan,
  { reader, mailbox, cut }: { reader: Reader; mailbox: Mailbox; cut: () => void },
): Promise<void> {
  const perform = async (step: Step) => {
    if (step.do === 'deliver') await mailbox.deliver(step.mails)
    else if (step.do === 'expunge') await mailbox.expunge(step.from_end)
    else if (step.do === 'save') await reader.save()
    else if (step.do === 'toggle') await reader.toggle()
    else if (step.do === 'cut') cut()
    else await reader.end(step.do === 'sigterm' ? 'SIGTERM' : 'SIGKILL')
  }
  for (const { wait_ms, step } of plan.steps) {
    await wait(wait_ms)
    await perform(step)
  }
}

/** What is still missing once all is received, or nothing has come for a while. */
async function untilReceived(t: TestApp, inbox_id: number, mailbox: Mailbox): Promise<number[]> {
  let [least, since] = [Number.POSITIVE_INFINITY, Date.now()]
  for (;;) {
    const received = new Set((await rowsOf(t, inbox_id)).map(({ imap_uid }) => imap_uid))
    const missing = [...mailbox.present].filter((uid) => !received.has(uid))
    if (missing.length < least) [least, since] = [missing.length, Date.now()]
    if (missing.length === 0 || Date.now() - since > stalledMs) return missing
    await wait(50)
  }
}

/** The counts that the mailbox's health shows after one undisturbed look. */
async function recount(t: TestApp, inbox_id: number, reader: Reader): Promise<string> {
  await t.db
    .updateTable('imap_cursors')
    .set({ reconciled_at: null })
    .where('inbox_id', '=', inbox_id)
    .execute()
  await reader.start()
  try {
    for (const end = Date.now() + stalledMs; ; await wait(50)) {
      const cursor = await t.db
        .selectFrom('imap_cursors')
        .selectAll()
        .where('inbox_id', '=', inbox_id)
        .executeTakeFirst()
      if (cursor?.reconciled_at || Date.now() > end)
        return `${cursor?.messages_received} of ${cursor?.messages_on_server}`
    }
  } finally {
    await reader.stop()
  }
}

async function wrongRows(t: TestApp, inbox_id: number, hashes: Map<number, string>): Promise<string[]> {
  const rows = await rowsOf(t, inbox_id)
  const byUid = Map.groupBy(rows, ({ imap_uid }) => imap_uid ?? 0)
  return [...byUid].flatMap(([uid, copies]) => [
    ...(copies.length === 1 ? [] : [`UID ${uid} is in the ledger ${copies.length} times`]),
    ...copies
      .filter(({ raw_hash, state }) => raw_hash.toString('hex') !== hashes.get(uid) || state !== 'received')
      .map(({ state, reason }) => `UID ${uid} is ${state} with other bytes than the server's (${reason})`),
  ])
}

const rowsOf = (t: TestApp, inbox_id: number) =>
  t.db
    .selectFrom('mail_deliveries')
    .select(['imap_uid', 'raw_hash', 'state', 'reason'])
    .where('inbox_id', '=', inbox_id)
    .execute()
