import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'

test('a node that starts while the database is slow waits for it longer than for a renewal', async () => {
  const t = await startTestApp()
  onTestFinished(() => t.stop())
  const client = await t.pool.connect()
  await client.query('begin')
  await client.query('lock table nodes')
  const starting = t.startTestNode()
  await wait(3_500)
  await client.query('rollback')
  client.release()
  const node = await starting
  const { rows } = await t.pool.query('select version from nodes where id = $1', [node.id])
  expect(rows).toEqual([{ version: 'test' }])
  await node.stop()
})
