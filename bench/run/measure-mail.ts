import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { seeded } from '../seed/random.ts'
import { createTextGenerator } from '../seed/text-generator.ts'
import type { Session } from './browser.ts'
import { type Mail, mailWriter, openSender } from './mail-sender.ts'
import { type Figure, type Percentiles, percentilesOf, round } from './metrics.ts'

type Ledger = { all: number; received: number; threaded: number; quarantined: number; ignored: number }

/** Ledger rows with a higher id than this, by outcome. */
async function readLedger(client: pg.Client, after: number): Promise<Ledger> {
  const { rows } = await client.query<Record<keyof Ledger, string>>(
    `select count(*) as all, count(*) filter (where state = 'received') as received,
       count(*) filter (where state = 'threaded') as threaded, count(*) filter (where state = 'quarantined') as quarantined,
       count(*) filter (where state = 'ignored') as ignored
     from mail_deliveries where id > $1`,
    [after],
  )
  const [row] = rows
  const number = (key: keyof Ledger) => Number(row?.[key] ?? 0)
  return {
    all: number('all'),
    received: number('received'),
    threaded: number('threaded'),
    quarantined: number('quarantined'),
    ignored: number('ignored'),
  }
}

async function lastDelivery(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(max(id), 0) as last from mail_deliveries',
  )
  return Number(rows[0]?.last)
}

/** Writes emails from existing contacts to existing inboxes, some of them as replies to existing messages. */
export async function createMailWriter(client: pg.Client) {
  const { rows: contacts } = await client.query<{ first: string; count: string }>(
    `select min(id) as first, count(*) as count from contacts where email like 'customer%'`,
  )
  const { rows: ids } = await client.query<{ source_id: string }>(
    'select source_id from messages where source_id is not null order by id desc limit 1000',
  )
  const random = seeded(Date.now() % 2 ** 32)
  return mailWriter(random, createTextGenerator(random), {
    contacts: { first: Number(contacts[0]?.first), count: Number(contacts[0]?.count) },
    message_ids: ids.map(({ source_id }) => source_id),
  })
}

export type MailLoad = {
  figures: Figure[]
  acknowledging: Percentiles
  sent: number
  ledger: Ledger
}

/** Sends as much email as the receiver accepts over several connections for some time, then waits until all of it is processed. */
export async function measureMailLoad(
  client: pg.Client,
  smtp_port: number,
  nextMail: () => Mail,
  { seconds, connections, patience_s }: { seconds: number; connections: number; patience_s: number },
): Promise<MailLoad> {
  const before = await lastDelivery(client)
  const from = performance.now()
  const until = from + seconds * 1000
  const times: number[] = []
  const send = async () => {
    const sender = await openSender(smtp_port)
    while (performance.now() < until) {
      const mail = nextMail()
      const at = performance.now()
      await sender.send(mail)
      times.push(performance.now() - at)
    }
    sender.close()
  }
  await Promise.all(Array.from({ length: connections }, send))
  const sending_s = (performance.now() - from) / 1000
  const ledgerAfterSending = await readLedger(client, before)
  let ledger = ledgerAfterSending
  while (ledger.received > 0 && (performance.now() - until) / 1000 < patience_s) {
    await wait(250)
    ledger = await readLedger(client, before)
  }
  const total_s = (performance.now() - from) / 1000
  const processed = ledger.all - ledger.received
  const lost = times.length - ledger.threaded
  return {
    acknowledging: percentilesOf(times),
    sent: times.length,
    ledger,
    figures: [
      {
        name: 'emails acknowledged over SMTP',
        value: round(times.length / sending_s),
        unit: '/s',
        target: { least: 150 },
      },
      {
        name: 'emails processed during the SMTP load',
        value: round((ledgerAfterSending.all - ledgerAfterSending.received) / sending_s),
        unit: '/s',
        target: null,
      },
      {
        name: 'emails processed, including the backlog',
        value: round(processed / total_s),
        unit: '/s',
        target: { least: 100 },
      },
      {
        name: 'emails lost (acknowledged, but not in a conversation)',
        value: lost,
        unit: '',
        target: { most: 0 },
      },
    ],
  }
}

/** Time from the start of an email's SMTP dialogue until an open browser receives the message, at a steady rate. */
export async function measureArrival(
  browser: Session,
  smtp_port: number,
  nextMail: () => Mail,
  { seconds, per_second }: { seconds: number; per_second: number },
): Promise<{ spread: Percentiles; missing: number }> {
  const sentAt = new Map<string, number>()
  const times: number[] = []
  const socket = await browser.listen((type, text) => {
    if (type !== 'message.created') return
    const frame: { object: { meta: { subject?: string } } } = JSON.parse(text)
    const subject = frame.object.meta.subject ?? ''
    const from = sentAt.get(subject)
    if (from === undefined) return
    sentAt.delete(subject)
    times.push(performance.now() - from)
  })
  const senders = await Promise.all(Array.from({ length: 4 }, () => openSender(smtp_port)))
  const startedAt = performance.now()
  const lane = async (sender: (typeof senders)[number], first: number) => {
    for (let n = first; n < seconds * per_second; n += senders.length) {
      await wait(Math.max(0, startedAt + (n * 1000) / per_second - performance.now()))
      const mail = nextMail()
      sentAt.set(mail.subject, performance.now())
      await sender.send(mail)
    }
  }
  await Promise.all(senders.map(lane))
  for (let tries = 0; sentAt.size > 0 && tries < 300; tries++) await wait(100)
  for (const sender of senders) sender.close()
  socket.close()
  return { spread: percentilesOf(times), missing: sentAt.size }
}
