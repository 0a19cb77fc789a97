import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLValidator } from 'fast-xml-parser'
import { expect, onTestFinished, test } from 'vitest'
import { curveBounds } from '../run/bounds.ts'
import type { Timed } from '../run/metrics.ts'
import { curveCharts } from './curve-lines.ts'
import { growthOf, type SizeResult } from './curve-result.ts'
import { publishCurves } from './publish-curves.ts'
import { runCurves } from './run-curves.ts'
import { ensureSeeded, neededBytes } from './seeded-database.ts'
import { parseSizes } from './sizes.ts'

const call = (name: string, p95: number, more: Partial<Timed> = {}): Timed => ({
  name,
  server: { count: 30, p50: p95 / 2, p95, p99: p95 },
  baseline: { count: 30, p50: 1, p95: 2, p99: 2 },
  queries: 2,
  target: null,
  ...more,
})

function sizeResult(size: string, timed: Timed[], more: Partial<SizeResult> = {}): SizeResult {
  const [parsed] = parseSizes(size)
  return {
    ...{ size, conversations: parsed?.conversations ?? 0, narrow: parsed?.narrow ?? false },
    ...{ commit: 'abc', minutes: 3, busy_cores: 0.1, seeded: '2026-11-28', packages: [], timed, sockets: [] },
    figures: [
      {
        name: 'emails acknowledged over SMTP',
        value: 1_500_000 / (parsed?.conversations ?? 1),
        unit: '/s',
        target: { least: 100 },
      },
    ],
    machine: {
      ...{ date: '2026-11-28 12:00', cpu: 'a processor', cores: 2, memory_gb: 8, postgres: '18.4' },
      ...{ load: 0.1, load_at_end: 2, shared_buffers: '1GB', disk_gb: 1, messages: 50_000 },
    },
    ...more,
  }
}

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-curves-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const namesOf = (chart: string, sizes: SizeResult[]) =>
  curveCharts(sizes)
    .find(({ id }) => id === chart)
    ?.lines.map(({ name, values }) => [name, ...values])

test('sizes are read by name, full ones first', () => {
  expect(parseSizes('5m-narrow, 1M,10k').map(({ name, conversations }) => [name, conversations])).toEqual([
    ['10k', 10_000],
    ['1m', 1_000_000],
    ['5m-narrow', 5_000_000],
  ])
  expect(() => parseSizes('10k,many')).toThrow('There is no size many')
  expect(() => parseSizes('0k')).toThrow('There is no size 0k')
})

test('growth compares the largest full size with the smallest, and fewer per second is worse', () => {
  const sizes = [sizeResult('10k', []), sizeResult('1m', []), sizeResult('5m-narrow', [])]
  expect(growthOf({ values: [2, 3, 9], better: 'lower' }, sizes)).toBe(1.5)
  expect(growthOf({ values: [100, 50, 9], better: 'higher' }, sizes)).toBe(2)
  expect(growthOf({ values: [100, null, 9], better: 'higher' }, sizes)).toBeNull()
  expect(growthOf({ values: [100], better: 'higher' }, sizes.slice(0, 1))).toBeNull()
})

test('a list that fills its page at one size only is no part of the curve', () => {
  const lists = (ms: number, rows: number) => [
    call('all · Any · newest · page 1', ms, { rows: 50 }),
    call('team · Open · newest · page 1', ms * 4, { rows }),
  ]
  expect(namesOf('lists', [sizeResult('10k', lists(2, 7)), sizeResult('1m', lists(3, 50))])).toEqual([
    ['page 1, typical of 1', 2, 3],
    ['slowest of 1', 2, 3],
  ])
  expect(namesOf('lists', [sizeResult('10k', lists(2, 50)), sizeResult('1m', lists(3, 50))])).toEqual([
    ['page 1, typical of 2', 2, 3],
    ['slowest of 2', 8, 12],
  ])
})

test('the result has a row for each line, pictures in both themes, and replaces the part of the page', async () => {
  const folder = await temporaryFolder()
  const page = join(folder, 'scaling.md')
  await writeFile(
    page,
    '# Page\n<!-- curves: written by npm run bench -->\nold\n<!-- end of curves -->\nrest\n',
  )
  const sizes = [
    sizeResult('10k', [call('conversation', 2), call('report summary', 10)]),
    sizeResult('1m', [call('conversation', 2.4), call('report summary', 40)]),
    sizeResult('5m-narrow', [call('conversation', 3)], { figures: [] }),
  ]
  const report = await publishCurves({ sizes }, folder, page)
  expect(report).toContain(
    '| conversation | 2 ms | 2.4 ms | 3 ms | 1.20 × | 1.20 × | 1.00 × | 1.0, 1.2, 1.5 | ✔ |',
  )
  expect(report).toContain('| acknowledged | 150/s | 2/s |  | 100.00 × |')
  expect(report).toContain('1 of 4 lines stay within 1.5 × from 10 k to 1 M conversations')
  expect(report).not.toContain('was busy')
  expect(report).toContain('Narrow data has')
  const text = await readFile(page, 'utf8')
  expect(text).not.toContain('old')
  expect(text).toMatch(
    /^# Page\n<!-- curves[\s\S]+2026-11-28-curves\/growth-dark.svg[\s\S]+<!-- end of curves -->\nrest\n$/,
  )
  for (const [, picture = ''] of text.matchAll(/(?:src|srcset)="([^"]+)"/g))
    expect(existsSync(join(folder, picture)), picture).toBe(true)
  for (const file of (await readdir(join(folder, '2026-11-28-curves'))).filter((name) =>
    name.endsWith('.svg'),
  )) {
    const svg = await readFile(join(folder, '2026-11-28-curves', file), 'utf8')
    expect(XMLValidator.validate(svg), file).toBe(true)
  }
  const drawing = await readFile(join(folder, '2026-11-28-curves', 'reports-light.svg'), 'utf8')
  for (const label of [
    '<title>Reports over a year</title>',
    '10 k',
    '5 M',
    'target 100 ms',
    'slowest of 1: 40 ms',
  ])
    expect(drawing).toContain(label)
})

test('a result from a busy machine says so', async () => {
  const busy = sizeResult('10k', [], { busy_cores: 1.4 })
  expect(await publishCurves({ sizes: [busy] }, await temporaryFolder(), null)).toContain(
    'The machine was busy',
  )
})

test('a size whose measurement was kept is not measured again, unless the version has changed', async () => {
  const cache_dir = await temporaryFolder()
  const kept = sizeResult('999m', [])
  const options = { sizes: parseSizes('999m'), cache_dir, discard: false, bounds: curveBounds, say: () => {} }
  await mkdir(join(cache_dir, 'measured'))
  await writeFile(join(cache_dir, 'measured', '999m.json'), JSON.stringify(kept))
  expect(await runCurves({ ...options, commit: 'abc' })).toEqual([kept])
  await expect(runCurves({ ...options, commit: 'def' })).rejects.toThrow('are free')
})

test('seeding is refused when the disk is too small, and leaves nothing', async () => {
  const folder = join(await temporaryFolder(), 'database')
  const data_set = { conversations: 999_000_000, narrow: true }
  expect(neededBytes({ ...data_set, narrow: false })).toBeGreaterThan(neededBytes(data_set))
  await expect(ensureSeeded(folder, data_set, () => {})).rejects.toThrow(
    /^999,000,000 conversations need [\d.]+ TB of disk space, and [\d.]+ [GT]B are free/,
  )
  expect(await readdir(folder)).toEqual([])
})

test('a folder with something else in it is not seeded, one whose seeding was interrupted is emptied', async () => {
  const folder = await temporaryFolder()
  const data_set = { conversations: 999_000_000, narrow: true }
  await writeFile(join(folder, 'letter.txt'), 'Dear')
  await expect(ensureSeeded(folder, data_set, () => {})).rejects.toThrow(
    'contains something that this benchmark',
  )
  expect(await readdir(folder)).toEqual(['letter.txt'])
  await writeFile(join(folder, 'seeding'), '')
  await expect(ensureSeeded(folder, data_set, () => {})).rejects.toThrow('are free')
  expect(await readdir(folder)).toEqual([])
})
