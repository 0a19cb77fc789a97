import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { runCurves } from './curves/run-curves.ts'
import { parseSizes } from './curves/sizes.ts'
import type { Bounds } from './run/bounds.ts'
import { readMachineInfo } from './run/machine-info.ts'
import { measure } from './run/measure.ts'
import { meetsTarget } from './run/metrics.ts'
import { report } from './run/report.ts'
import { seed } from './seed/seed.ts'

// The first-load figure comes from the web build, which the browser tests create.
const isBuilt = existsSync(new URL('../web/dist/first-load.json', import.meta.url))

const smallBounds: Bounds = {
  list_repetitions: 1,
  warm_ups: 0,
  seconds_per_call: 60,
  conversations: 5,
  report_repetitions: 1,
  searches: 2,
  search_repetitions: 1,
  notes: 3,
  sockets: 3,
  fan_outs: 2,
  memory_after_s: 0,
  mail_seconds: 1,
  mail_connections: 2,
  mail_patience_s: 60,
  arrival_seconds: 1,
  arrivals_per_second: 3,
  socket_load: {
    steps: [4, 6],
    per_client: 4,
    rest_seconds: 0,
    event_seconds: 1,
    events_per_second: 3,
    most_p99_ms: 60_000,
  },
  counts_statements: true,
}

test.runIf(isBuilt)(
  'the benchmark fills a database and runs every measurement on it',
  { timeout: 180_000 },
  async () => {
    const name = `parley_bench_${randomBytes(6).toString('hex')}`
    const admin = new pg.Client(inject('database_url'))
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(inject('database_url'))
    url.pathname = `/${name}`
    const data_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
    try {
      await seed(url.href, { conversations: 2000, narrow: false }, () => {})
      const before = await leftOver(url.href)
      const measured = await measure(
        { database_url: url.href, data_dir, narrow: false },
        smallBounds,
        () => {},
      )
      const searches = measured.timed.filter(({ name }) => name.startsWith('search '))
      expect(searches).toHaveLength(22)
      expect(searches.every((one) => one.baseline !== null && meetsTarget(one) !== null)).toBe(true)
      const reports = measured.timed.filter(({ name }) => name.startsWith('report '))
      expect(reports).toHaveLength(32)
      const contactSearches = measured.timed.filter(({ name }) => name.startsWith('contact search'))
      expect(contactSearches.map(({ queries }) => queries !== null && queries >= 2)).toEqual(
        Array(5).fill(true),
      )
      const lists = measured.timed.filter(
        ({ name }) => name.includes(' · ') && !searches.some((one) => one.name === name),
      )
      // Four lists, four statuses plus all of them, seven sorts, two pages.
      expect(lists).toHaveLength(4 * 5 * 7 * 2)
      expect(measured.timed.every(({ server }) => server.count > 0)).toBe(true)
      expect(lists.every((one) => one.baseline !== null && meetsTarget(one) !== null)).toBe(true)
      expect(lists.filter(({ queries }) => queries !== null && queries > 0)).toHaveLength(4 * 5 * 2)
      const figure = (name: string) => measured.figures.find((one) => one.name.startsWith(name))?.value
      expect(figure('emails lost')).toBe(0)
      expect(figure('emails not received by the browser')).toBe(0)
      expect(figure('emails acknowledged')).toBeGreaterThan(0)
      expect(report({ ...measured, machine: await readMachineInfo(url.href) })).toContain('SMTP transaction')
      expect(lists.some(({ rows }) => rows === 50)).toBe(true)
      expect(measured.sockets.map(({ sockets, missing, failures }) => [sockets, missing, failures])).toEqual([
        [4, 0, 0],
        [6, 0, 0],
      ])
      for (const { delay, frames_per_second } of measured.sockets) {
        expect(delay.count).toBeGreaterThan(0)
        expect(frames_per_second).toBeGreaterThan(0)
      }
      expect(await leftOver(url.href), 'the run removed everything it added').toEqual(before)
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(data_dir, { recursive: true, force: true })
    }
  },
)

test.runIf(isBuilt)(
  'a curve is measured on narrow data, without what that can’t answer',
  { timeout: 120_000 },
  async () => {
    const cache_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
    try {
      const [result] = await runCurves({
        ...{ sizes: parseSizes('1k-narrow'), cache_dir, discard: true },
        ...{ commit: 'abc', say: () => {} },
        bounds: { ...smallBounds, counts_statements: false },
      })
      const names = result?.timed.map(({ name }) => name) ?? []
      expect(names).toContain('conversation')
      expect(names).not.toContain('30 newest messages')
      expect(names.filter((name) => name.startsWith('report '))).toHaveLength(32)
      expect(names.filter((name) => /^search |^email|^SMTP/.test(name))).toEqual([])
      expect(result?.timed.some(({ rows }) => rows === 50)).toBe(true)
      expect(result?.sockets.map(({ sockets, missing }) => [sockets, missing])).toEqual([
        [4, 0],
        [6, 0],
      ])
      expect(existsSync(join(cache_dir, '1k-narrow')), 'the database was discarded').toBe(false)
    } finally {
      await rm(cache_dir, { recursive: true, force: true })
    }
  },
)

/** Rows per table, and the ledger's counters. */
async function leftOver(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(`select (select count(*) from conversations) as conversations,
      (select count(*) from messages) as messages, (select count(*) from search_messages) as search_messages,
      (select count(*) from search_conversations) as search_conversations, (select count(*) from thread_ids) as thread_ids,
      (select count(*) from conversation_participants) as participants, (select count(*) from conversation_addresses) as addresses,
      (select count(*) from mail_deliveries) as deliveries, (select sum(count) from mail_delivery_counts) as counted,
      (select count(*) from conversation_tags) as tags,
      (select count(*) from report_facts) as facts, (select sum(count) from report_sums join report_state using (generation)) as summed`)
    return rows[0]
  } finally {
    await client.end()
  }
}
