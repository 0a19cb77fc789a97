import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { usePlainPromises } from '../../server/src/runtime/plain-promises.ts'
import { agentEmail, password } from '../seed/workspace.ts'
import { measureSockets } from '../sockets/measure-sockets.ts'
import type { Bounds } from './bounds.ts'
import { type Session, signIn } from './browser.ts'
import { removeAddedRows, saveRunStart } from './cleanup.ts'
import { contactSearches, contactSearchPath, measureContactSearch } from './measure-contact-search.ts'
import { measureNotes, measureStep, noteCall, openingSteps } from './measure-conversations.ts'
import { measureFanOut } from './measure-fan-out.ts'
import { type ListCall, listCalls, measureList } from './measure-lists.ts'
import { createMailWriter, measureArrival, measureMailLoad } from './measure-mail.ts'
import { measureReport, reportCalls } from './measure-reports.ts'
import { measureSearch, searchClasses } from './measure-search.ts'
import type { Measured } from './measured.ts'
import type { Figure, Timed } from './metrics.ts'
import { prepareDatabase } from './prepare-database.ts'
import { type Product, startProduct } from './product.ts'
import { getTarget, type Target } from './target.ts'

type Filled = {
  database_url: string
  data_dir: string
  /** Messages have no texts, so reading and searching them and email aren't measured. */
  narrow: boolean
}

const agentLogin = { email: agentEmail(1), password }
/** Reports need an administrator. */
const administrator = 'admin@parley.example'

/** Starts the product on a filled database and takes all measurements one after the other. */
export async function measure(
  { database_url, data_dir, narrow }: Filled,
  bounds: Bounds,
  say: (line: string) => void,
): Promise<Measured> {
  const client = new pg.Client(database_url)
  // Parsing the baseline's rows must not cost the client more than the server's responses do.
  usePlainPromises(client)
  await client.connect()
  try {
    await prepareDatabase(client)
    const mark = await saveRunStart(client)
    const target = await getTarget(client, bounds.conversations)
    const lists = listCalls(target)
    let counts: Awaited<ReturnType<typeof countStatements>> | null = null
    if (bounds.counts_statements) {
      say('counting statements')
      const counting = await startProduct({ database_url, data_dir, counting: true })
      counts = await countStatements(counting, client, target, lists).finally(counting.stop)
    }

    try {
      const product = await startProduct({ database_url, data_dir, counting: false })
      const { timed, figures } = await measureOn(product, client, target, lists, {
        bounds,
        narrow,
        say,
      }).finally(product.stop)
      const node = { database_url, data_dir, login: agentLogin, conversations: target.uuids }
      return {
        conversations: target.conversations,
        timed: timed.map((one) => ({ ...one, queries: counts?.perCall.get(one.name) ?? null })),
        figures: [...figures, await firstLoad()],
        sockets: await measureSockets(client, node, bounds.socket_load, say),
        packages: counts?.packages ?? [],
      }
    } finally {
      say('removing added rows')
      if (!(await removeAddedRows(client, mark)))
        say('added rows were not removed: the database user is not a superuser')
    }
  } finally {
    await client.end()
  }
}

type Options = { bounds: Bounds; narrow: boolean; say: (line: string) => void }

async function measureOn(
  product: Product,
  client: pg.Client,
  target: Target,
  lists: ListCall[],
  options: Options,
) {
  const { bounds, narrow, say } = options
  const memory = async (when: string, limit_mb: number | null): Promise<Figure> => ({
    name: `server memory ${when}`,
    value: await product.memory(),
    unit: ' MB',
    target: limit_mb === null ? null : { most: limit_mb },
  })
  say(`memory, ${bounds.memory_after_s} s after the start`)
  await wait(Math.max(0, product.started_at + bounds.memory_after_s * 1000 - performance.now()))
  const figures = [await memory(`${bounds.memory_after_s} s after the start`, 200)]

  const browser = await signIn(product.url, agentLogin.email, agentLogin.password)
  const timed = [
    ...(await measureReading(browser, client, target, lists, options)),
    ...(await measureReports(product, target, options)),
    ...(await measureSearches(browser, client, target, options)),
  ]
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
  if (!narrow) {
    const mail = await measureMail(product, browser, client, options)
    timed.push(...mail.timed)
    figures.push(...mail.figures, await memory('after the SMTP load', 350))
  }
  browser.close()
  return { timed, figures }
}

async function measureReading(
  browser: Session,
  client: pg.Client,
  target: Target,
  lists: ListCall[],
  { bounds, narrow, say }: Options,
) {
  const timed: Timed[] = []
  say(`${lists.length} lists`)
  for (const call of lists) timed.push(await measureList(browser, client, call, bounds))
  say('opening conversations')
  for (const step of openingSteps)
    if (!narrow || !step.readsTexts) timed.push(await measureStep(browser, client, target, step))
  return timed
}

async function measureReports({ url }: Product, target: Target, { bounds, say }: Options) {
  const timed: Timed[] = []
  say('reports')
  const reader = await signIn(url, administrator, password)
  for (const call of reportCalls(target)) timed.push(await measureReport(reader, call, bounds))
  reader.close()
  return timed
}

async function measureSearches(
  browser: Session,
  client: pg.Client,
  target: Target,
  { bounds, narrow, say }: Options,
) {
  const { searches } = bounds
  const timed: Timed[] = []
  say('searches')
  if (!narrow)
    for (const one of await searchClasses(client, target, searches))
      timed.push(await measureSearch(browser, client, target.agent_id, one, bounds))
  for (const one of await contactSearches(client, searches))
    timed.push(await measureContactSearch(browser, client, target.agent_id, one, bounds.search_repetitions))
  return timed
}

async function measureMail(
  { smtp_port }: Product,
  browser: Session,
  client: pg.Client,
  { bounds, say }: Options,
) {
  say('email at a steady rate')
  const nextMail = await createMailWriter(client)
  const { spread, missing } = await measureArrival(browser, smtp_port, nextMail, {
    seconds: bounds.arrival_seconds,
    per_second: bounds.arrivals_per_second,
  })
  say('maximum email throughput')
  const smtpLoad = await measureMailLoad(client, smtp_port, nextMail, {
    seconds: bounds.mail_seconds,
    connections: bounds.mail_connections,
    patience_s: bounds.mail_patience_s,
  })
  const timed: Timed[] = [
    {
      name: `email, from SMTP to browser, at ${bounds.arrivals_per_second}/s`,
      server: spread,
      baseline: null,
      queries: null,
      target: { p95: 2000 },
    },
    {
      name: 'SMTP transaction',
      server: smtpLoad.acknowledging,
      baseline: null,
      queries: null,
      target: null,
    },
  ]
  const missed = { name: 'emails not received by the browser', value: missing, unit: '', target: { most: 0 } }
  return { timed, figures: [missed, ...smtpLoad.figures] }
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
