import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import type { Dovecot } from '../email/dovecot.ts'
import type { TestApp } from '../test-app.ts'
import { startImapProxy } from './imap-proxy.ts'
import { processReader, type Reader, watcherReader } from './mailbox-readers.ts'
import { type Plan, planRound, type Step } from './round-plan.ts'

export type ChaosDeps = { t: TestApp; dovecot: Dovecot; seed: number }
/** `failures` is empty if nothing was lost or duplicated; otherwise one line for each problem. */
export type RoundResult = { mails: number; faults: number; failures: string[] }

/** Time without any progress. Far longer than any pause of a watcher, and shorter than its next check of a silent mailbox. */
const stallTimeout_ms = 60_000

/** Reads a mailbox through one round of faults, and compares the ledger with the server. */
export async function runRound(
  { t, dovecot, seed }: ChaosDeps,
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
    proxy.injectFaults(plan.faults)
    await reader.start()
    await runSteps(plan, { reader, mailbox, cut: proxy.cut })
    const lost = await waitUntilReceived(t, inbox_id, mailbox)
    await reader.stop()
    const counts = await readHealthCounts(t, inbox_id, reader)
    const failures = [
      ...lost.map((uid) => `UID ${uid} is on the server and not in the ledger`),
      ...(await findWrongRows(t, inbox_id, mailbox.hashes)),
      ...(reader.repairs() > 0 ? ['the cursor had passed mail that was not in the ledger'] : []),
      ...(counts === `${mailbox.present.size} of ${mailbox.present.size}`
        ? []
        : [`counts are ${counts}, and the server has ${mailbox.present.size}`]),
    ]
    return { mails: mailbox.hashes.size, faults: proxy.triggered.length, failures }
  } finally {
    await reader.stop()
    await proxy.stop()
  }
}

type Mailbox = {
  /** The SHA-256 of every email that was ever there, by UID; `present` are those that still are. */
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

async function runSteps(
  plan: Plan,
  { reader, mailbox, cut }: { reader: Reader; mailbox: Mailbox; cut: () => void },
): Promise<void> {
  const performStep = async (step: Step) => {
    if (step.kind === 'deliver') await mailbox.deliver(step.mails)
    else if (step.kind === 'expunge') await mailbox.expunge(step.from_end)
    else if (step.kind === 'save') await reader.save()
    else if (step.kind === 'toggle') await reader.toggle()
    else if (step.kind === 'cut') cut()
    else await reader.kill(step.kind === 'sigterm' ? 'SIGTERM' : 'SIGKILL')
  }
  for (const { wait_ms, step } of plan.steps) {
    await wait(wait_ms)
    await performStep(step)
  }
}

/** The missing UIDs, after everything was received or nothing arrived for a while. */
async function waitUntilReceived(t: TestApp, inbox_id: number, mailbox: Mailbox): Promise<number[]> {
  let [fewest, since] = [Number.POSITIVE_INFINITY, Date.now()]
  for (;;) {
    const received = new Set((await rowsOf(t, inbox_id)).map(({ imap_uid }) => imap_uid))
    const missing = [...mailbox.present].filter((uid) => !received.has(uid))
    if (missing.length < fewest) [fewest, since] = [missing.length, Date.now()]
    if (missing.length === 0 || Date.now() - since > stallTimeout_ms) return missing
    await wait(50)
  }
}

/** The counts in the mailbox's health after one undisturbed check. */
async function readHealthCounts(t: TestApp, inbox_id: number, reader: Reader): Promise<string> {
  await t.db
    .updateTable('imap_cursors')
    .set({ reconciled_at: null })
    .where('inbox_id', '=', inbox_id)
    .execute()
  await reader.start()
  try {
    for (const end = Date.now() + stallTimeout_ms; ; await wait(50)) {
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

async function findWrongRows(t: TestApp, inbox_id: number, hashes: Map<number, string>): Promise<string[]> {
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
