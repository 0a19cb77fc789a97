import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { harmlessFiles, hostileFiles, measureAttachments } from './run/hostile-attachments.ts'
import { startProduct } from './run/product.ts'

/** Of the template's first administrator. */
const admin = { email: 'ada@parley.test', password: 'Correct-horse-1' }
const inbox = 'help@acme.test'

test('50 decompression bombs by mail delay neither mail nor sign-ins, and the server does not grow', {
  timeout: 600_000,
}, async () => {
  const name = `parley_bench_${randomBytes(6).toString('hex')}`
  const owner = new pg.Client(inject('database_url'))
  await owner.connect()
  await owner.query(`create database ${name} template ${inject('template')}`)
  const url = new URL(inject('database_url'))
  url.pathname = `/${name}`
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(
    'insert into inboxes (created_at, updated_at, name, "from", address) values (now(), now(), \'Help\', $1, $1)',
    [inbox],
  )
  const data_dir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const product = await startProduct({ database_url: url.href, data_dir, counting: false })
  try {
    const target = { client, product, inbox, ...admin }
    const usual = await measureAttachments(target, await harmlessFiles(), { count: 50, at_least_s: 45 })
    const attacked = await measureAttachments(target, await hostileFiles(), { count: 50 })
    console.log(JSON.stringify({ usual, attacked }))
    expect(attacked.statuses).toHaveLength(50)
    // A preview, none, or none yet.
    expect(attacked.statuses.every((status) => [200, 404, 503].includes(status))).toBe(true)
    expect(attacked.statuses).toContain(404)
    expect(attacked.filing.count).toBeGreaterThan(10)
    // A machine that other work keeps from the bound without any bomb is held to what it did without one, give or take half.
    expect(attacked.filing.p95).toBeLessThanOrEqual(Math.max(5_000, 1.5 * usual.filing.p95))
    expect(attacked.sign_in.p95).toBeLessThanOrEqual(Math.max(1_000, 1.5 * usual.sign_in.p95))
    expect(attacked.peak_mb - usual.peak_mb).toBeLessThanOrEqual(50)
  } finally {
    await product.stop()
    await client.end()
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
    await rm(data_dir, { recursive: true, force: true })
  }
})
