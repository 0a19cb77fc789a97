import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDb, createPool } from '../db/pool.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { readEpoch } from './epoch.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('the epoch stays the same for the same database', async () => {
  const epoch = await readEpoch(t.db)
  expect(epoch).toMatch(/^[0-9a-f]{8}$/)
  expect(await Promise.all([readEpoch(t.db), readEpoch(t.db)])).toEqual([epoch, epoch])
})

test('a copy of the database gets a new epoch, once', async () => {
  const source = `parley_test_${randomBytes(6).toString('hex')}`
  const copy = `${source}_copy`
  const admin = new pg.Client(inject('database_url'))
  await admin.connect()
  const epochIn = async (name: string) => {
    const url = new URL(inject('database_url'))
    url.pathname = `/${name}`
    const db = createDb(createPool(url.href, 2))
    const epochs = [await readEpoch(db), await readEpoch(db)]
    await db.destroy()
    expect(epochs[0]).toBe(epochs[1])
    return epochs[0]
  }
  try {
    await admin.query(`create database ${source} template ${inject('template')}`)
    const before = await epochIn(source)
    await admin.query(`create database ${copy} template ${source}`)
    expect(await epochIn(copy)).not.toBe(before)
    expect(await epochIn(source)).toBe(before)
  } finally {
    await admin.query(`drop database if exists ${copy} with (force)`)
    await admin.query(`drop database if exists ${source} with (force)`)
    await admin.end()
  }
})
