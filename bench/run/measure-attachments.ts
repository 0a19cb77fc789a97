import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import {
  createDecompressionBombs,
  type DecompressionBomb,
} from '../../server/src/testing/decompression-bombs.ts'
import { type Session, signIn } from './browser.ts'
import { type Mail, openSender } from './mail-sender.ts'
import { type Percentiles, percentilesOf } from './metrics.ts'
import type { Product } from './product.ts'

export type Measured = {
  /** Milliseconds from sending an ordinary email until it is in its conversation. */
  filing: Percentiles
  sign_in: Percentiles
  /** Peak memory of the server process, in MB. */
  peak_mb: number
  /** Number of preview responses per status code. */
  answers: Record<number, number>
  /** Seconds until the last preview was answered. */
  seconds: number
}

type Target = { client: pg.Client; product: Product; inbox: string; email: string; password: string }

/** 16 megapixels: the maximum that is decoded of an AVIF, the most expensive format. */
export const hostileFiles = (): Promise<DecompressionBomb[]> => createDecompressionBombs({ side: 4_000 })
/** The same formats, small. Measured first, as the baseline for attachments that are not bombs. */
export const harmlessFiles = (): Promise<DecompressionBomb[]> => createDecompressionBombs({ side: 100 })

/**
 * Delivers `count` emails with these files and requests all previews, six at a time as a browser does. Meanwhile ordinary emails arrive and
 * people sign in, each twice a second.
 */
export async function measureAttachments(
  target: Target,
  files: DecompressionBomb[],
  { count, at_least_s = 0 }: { count: number; at_least_s?: number },
): Promise<Measured> {
  const { client, product } = target
  // Each session keeps one connection; a browser has six.
  const connections = await Promise.all(
    Array.from({ length: 6 }, () => signIn(product.url, target.email, target.password)),
  )
  const existing = await listMedia(client)
  let peak_mb = 0
  const watching = new AbortController()
  const watched = watchMemory(product, watching.signal, (mb) => {
    peak_mb = Math.max(peak_mb, mb)
  })
  const from = performance.now()
  const arriving = (async () => {
    const sender = await openSender(product.smtp_port)
    for (let n = 0; n < count; n++) await sender.send(mailWith(target.inbox, pick(files, n), n))
    sender.close()
    const answers = await requestPreviews(client, connections, { existing, count })
    return { answers, seconds: Math.round((performance.now() - from) / 1000) }
  })()
  const ordinary = await measureOrdinaryTraffic(target, Promise.all([arriving, wait(at_least_s * 1000)]))
  watching.abort()
  await watched
  for (const connection of connections) connection.close()
  return { ...ordinary, ...(await arriving), peak_mb }
}

const listMedia = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ uuid: string }>('select uuid from media order by id')
  return rows.map(({ uuid }) => uuid)
}

const pick = <T>(from: readonly T[], n: number): T => {
  const one = from[n % from.length]
  if (one === undefined) throw new Error('Cannot pick from an empty list')
  return one
}

/** Sends ordinary emails and signs in, each sequentially and twice a second, until `until` settles. */
async function measureOrdinaryTraffic(
  { client, product, inbox, email, password }: Target,
  until: Promise<unknown>,
) {
  let isOver = false
  const untilOver = until.finally(() => {
    isOver = true
  })
  const sender = await openSender(product.smtp_port)
  const sent_at = new Map<string, number>()
  const signIns: number[] = []
  const repeat = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !isOver; n++) await Promise.all([work(n), wait(500)])
  }
  await Promise.all([
    untilOver,
    repeat(async () => {
      const started = performance.now()
      const session = await signIn(product.url, email, password)
      signIns.push(performance.now() - started)
      session.close()
    }),
    repeat(async (n) => {
      const subject = `Ordinary ${crypto.randomUUID()}`
      sent_at.set(subject, Date.now())
      await sender.send(mailWith(inbox, null, n, subject))
    }),
  ])
  sender.close()
  return { filing: await readFiling(client, sent_at), sign_in: percentilesOf(signIns) }
}

/** Time from sending an email until the transaction that files it. */
async function readFiling(client: pg.Client, sent_at: ReadonlyMap<string, number>): Promise<Percentiles> {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await client.query<{ subject: string; updated_at: Date }>(
      `select subject, updated_at from mail_deliveries where state = 'threaded' and subject = any ($1)`,
      [[...sent_at.keys()]],
    )
    if (rows.length === sent_at.size)
      return percentilesOf(rows.map((row) => row.updated_at.getTime() - (sent_at.get(row.subject) ?? 0)))
    await wait(100)
  }
  throw new Error('Ordinary emails were not filed within a minute')
}

async function watchMemory(product: Product, signal: AbortSignal, seen: (mb: number) => void): Promise<void> {
  while (!signal.aborted) {
    seen(await product.memory())
    await wait(200)
  }
}

/** Requests the preview of each new file as soon as it has arrived. */
async function requestPreviews(
  client: pg.Client,
  connections: Session[],
  { existing, count }: { existing: string[]; count: number },
): Promise<Record<number, number>> {
  const answers: Record<number, number> = {}
  const seen = new Set(existing)
  const queue: string[] = []
  const isComplete = () => seen.size >= existing.length + count
  const askNext = async (browser: Session) => {
    while (!isComplete() || queue.length > 0) {
      const uuid = queue.shift()
      if (!uuid) await wait(50)
      else {
        const status = await statusOf(browser, `/uploads/thumb_${uuid}`)
        answers[status] = (answers[status] ?? 0) + 1
      }
    }
  }
  const lookForMore = async () => {
    while (!isComplete()) {
      for (const uuid of (await listMedia(client)).filter((one) => !seen.has(one))) {
        seen.add(uuid)
        queue.push(uuid)
      }
      await wait(100)
    }
  }
  await Promise.all([lookForMore(), ...connections.map(askNext)])
  return answers
}

const statusOf = (browser: Session, path: string): Promise<number> =>
  browser.get(path).then(
    ({ status }) => status,
    (error: Error) => Number(/answered (\d+)/.exec(error.message)?.[1] ?? 0),
  )

function mailWith(to: string, bomb: DecompressionBomb | null, n: number, subject = `Bomb ${n}`): Mail {
  const from = 'mallory@customer.test'
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${crypto.randomUUID()}@customer.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    `Please see what I wrote, number ${n}.`,
    ...(bomb ? attachment(bomb, n) : []),
    '--b--',
    '',
  ]
  return { from, to, subject, raw: Buffer.from(lines.join('\r\n')) }
}

/** A number appended after the end of the image makes each file unique. */
const attachment = ({ name, type, bytes }: DecompressionBomb, n: number): string[] => [
  '--b',
  `Content-Type: ${type}; name="${n}-${name}"`,
  `Content-Disposition: attachment; filename="${n}-${name}"`,
  'Content-Transfer-Encoding: base64',
  '',
  ...(Buffer.concat([bytes, Buffer.from(`\n<!-- ${n} -->`)])
    .toString('base64')
    .match(/.{1,76}/g) ?? []),
]
