import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { usePlainPromises } from '../../server/src/runtime/plain-promises.ts'
import { seeded } from '../seed/random.ts'
import { createTextGenerator } from '../seed/text-generator.ts'
import { agentEmail, password } from '../seed/workspace.ts'
import { type Session, signIn } from './browser.ts'
import { removeAddedRows, saveRunStart } from './cleanup.ts'
import { mailWriter } from './mail-sender.ts'
import { contactSearches, contactSearchPath, measureContactSearch } from './measure-contact-search.ts'
import { measureNotes, measureStep, noteCall, openingSteps } from './measure-conversations.ts'
import { measureFanOut } from './measure-fan-out.ts'
import { type ListCall, listCalls, measureList } from './measure-lists.ts'
import { measureArrival, measureMailLoad } from './measure-mail.ts'
import { measureReport, reportCalls } from './measure-reports.ts'
import { measureSearch, searchClasses } from './measure-search.ts'
import type { Figure, Timed } from './metrics.ts'
import { type Product, startProduct } from './product.ts'
import { getTarget, type Target } from './target.ts'

/** Number of repetitions and duration per measurement. */
export type Bounds = {
  list_repetitions: number
  /** Unmeasured runs per list. */
  warm_ups: number
  conversations: number
  report_repetitions: number
  /** Distinct searches of each kind, and repetitions of each. */
  searches: number
  search_repetitions: number
  notes: number
  sockets: number
  fan_outs: number
  memory_after_s: number
  mail_seconds: number
  mail_connections: number
  mail_patience_s: number
  arrival_seconds: number
  arrivals_per_second: number
}

export const defaultBounds: Bounds = {
  list_repetitions: 100,
  warm_ups: 2,
  conversations: 200,
  report_repetitions: 40,
  searches: 25,
  search_repetitions: 4,
  notes: 200,
  sockets: 100,
  fan_outs: 50,
  memory_after_s: 60,
  mail_seconds: 30,
  mail_connections: 8,
  mail_patience_s: 300,
  arrival_seconds: 30,
  arrivals_per_second: 20,
}

export type Measured = { conversations: number; timed: Timed[]; figures: Figure[]; packages: string[] }

const agentLogin = { email: agentEmail(1), password }
/** Reports need an administrator. */
const administrator = 'admin@parley.example'

/** Starts the product on a filled database and takes all measurements one after the other. */
export async function measure(
  { database_url, data_dir }: { database_url: string; data_dir: string },
  bounds: Bounds,
  say: (line: string) => void,
): Promise<Measured> {
  const client = new pg.Client(database_url)
  // Parsing the baseline's rows must not cost the client more than the server's responses do.
  usePlainPromises(client)
  await client.connect()
  try {
    // The benchmark writes notes faster than the default rate limit allows.
    await client.query(
      `insert into settings (key, value, updated_at) values ('app.max_writes_per_minute', '100000', now())
       on conflict (key) do update set value = excluded.value`,
    )
    // Seeded files have no contents: the server would be busy failing to extract their text.
    await client.query('delete from file_text_queue')
    const mark = await saveRunStart(client)
    const target = await getTarget(client, bounds.conversations)
    const lists = listCalls(target)
    say('counting statements')
    const counting = await startProduct({ database_url, data_dir, counting: true })
    const counts = await countStatements(counting, client, target, lists).finally(counting.stop)

    const product = await startProduct({ database_url, data_dir, counting: false })
    try {
      const { timed, figures } = await measureOn(product, client, target, lists, bounds, say)
      return {
        conversations: target.conversations,
        timed: timed.map((one) => ({ ...one, queries: counts.perCall.get(one.name) ?? null })),
        figures: [...figures, await firstLoad()],
        packages: counts.packages,
      }
    } finally {
      await product.stop()
      say('removing added rows')
      if (!(await removeAddedRows(client, mark)))
        say('added rows were not removed: the database user is not a superuser')
    }
  } finally {
    await client.end()
  }
}

async function measureOn(
  product: Product,
  client: pg.Client,
  target: Target,
  lists: ListCall[],
  bounds: Bounds,
  say: (line: string) => void,
) {
  const memory = async (when: string, limit_mb: number | null): Promise<Figure> => ({
    name: `server memory ${when}`,
    value: await product.memory(),
    unit: ' MB',
    target: limit_mb === null ? null : { most: limit_mb },
  })
  say(`memory, ${bounds.memory_after_s} s after the start`)
  await wait(Math.max(0, product.started_at + bounds.memory_after_s * 1000 - performance.now()))
  const figures = [await memory(`${bounds.memory_after_s} s after the start`, 160)]

  const timed: Timed[] = []
  const browser = await signIn(product.url, agentLogin.email, agentLogin.password)
  say(`${lists.length} lists`)
  for (const call of lists) timed.push(await measureList(browser, client, call, bounds))
  say('opening conversations')
  for (const step of openingSteps) timed.push(await measureStep(browser, client, target, step))
  say('reports')
  const reader = await signIn(product.url, administrator, password)
  for (const call of reportCalls(target))
    timed.push(await measureReport(reader, call, { ...bounds, repetitions: bounds.report_repetitions }))
  reader.close()
  say('searches')
  for (const one of await searchClasses(client, target, bounds.searches))
    timed.push(await measureSearch(browser, client, target.agent_id, one, bounds.search_repetitions))
  for (const one of await contactSearches(client, bounds.searches))
    timed.push(await measureContactSearch(browser, client, target.agent_id, one, bounds.search_repetitions))
  say('notes')
  timed.push(await measureNotes(browser, client, target, bounds.notes))
  say('open browsers')
  timed.push(
    await measureFanOut(product.url, browser, target, agentLogin, {
      sockets: bounds.sockets,
      repetitions: bounds.fan_outs,
    }),
  )
  figures.push(await memory('after all lists, conversations and sockets', null))

  say('email at a steady rate')
  const nextMail = await createMailWriter(client)
  const { spread, missing } = await measureArrival(browser, product.smtp_port, nextMail, {
    seconds: bounds.arrival_seconds,
    per_second: bounds.arrivals_per_second,
  })
  timed.push({
    name: `email, from SMTP to browser, at ${bounds.arrivals_per_second}/s`,
    server: spread,
    baseline: null,
    queries: null,
    target: { p95: 2000 },
  })
  figures.push({ name: 'emails not received by the browser', value: missing, unit: '', target: { most: 0 } })
  say('maximum email throughput')
  const smtpLoad = await measureMailLoad(client, product.smtp_port, nextMail, {
    seconds: bounds.mail_seconds,
    connections: bounds.mail_connections,
    patience_s: bounds.mail_patience_s,
  })
  timed.push({
    name: 'SMTP transaction',
    server: smtpLoad.acknowledging,
    baseline: null,
    queries: null,
    target: null,
  })
  figures.push(...smtpLoad.figures, await memory('after the SMTP load', null))
  browser.close()
  return { timed, figures }
}

async function createMailWriter(client: pg.Client) {
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

/** Takes the minimum of three runs, because the server's own timers occasionally query too. */
async function countStatements(product: Product, client: pg.Client, target: Target, lists: ListCall[]) {
  const { packages } = await product.counts()
  const browser = await signIn(product.url, agentLogin.email, agentLogin.password)
  const perCall = new Map<string, number>()
  const count = async (name: string, call: (browser: Session) => Promise<unknown>) => {
    for (let n = 0; n < 3; n++) {
      const before = (await product.counts()).statements
      await call(browser)
      const used = (await product.counts()).statements - before
      perCall.set(name, Math.min(used, perCall.get(name) ?? used))
    }
  }
  // The sort order does not affect the number of statements.
  for (const { name, path } of lists)
    if (name.includes('newest_activity')) await count(name, (browser) => browser.get(path))
  for (const { name, queries } of await contactSearches(client, 1))
    for (const query of queries) await count(name, (browser) => browser.get(contactSearchPath(query)))
  const [one] = target.uuids
  if (one) {
    for (const step of openingSteps) await count(step.name, (browser) => browser.get(step.path(one)))
    const { path, body } = noteCall(one)
    await count('send a note', (browser) => browser.post(path, body))
  }
  browser.close()
  return { perCall, packages }
}

const builtPage = new URL('../../web/dist/first-load.json', import.meta.url)

async function firstLoad(): Promise<Figure> {
  const text = await readFile(builtPage, 'utf8').catch(() => {
    throw new Error('The web client is not built. Run `npm run build` first')
  })
  const { brotli }: { brotli: number } = JSON.parse(text)
  return {
    name: 'JavaScript of the first inbox load (Brotli)',
    value: brotli,
    unit: ' kB',
    target: { most: 250 },
  }
}
