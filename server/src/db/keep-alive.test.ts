import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { startNode } from '../nodes/node.ts'
import { startEventNotifier } from '../spine/event-notifier.ts'
import { startTestApp } from '../testing/test-app.ts'
import { createPool } from './pool.ts'

const log = createLog('silent')

/** When connections opened by this work start to probe the database, in ms of silence. */
async function probeDelays(work: () => Promise<{ stop(): Promise<void> }>): Promise<unknown[]> {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  try {
    const { stop } = await work()
    await stop()
    return setKeepAlive.mock.calls.map(([, delay]) => delay)
  } finally {
    setKeepAlive.mockRestore()
  }
}

test('every connection of a server notices within seconds that its database was lost', async () => {
  const t = await startTestApp()
  onTestFinished(() => t.stop())
  const { connectionString } = t
  const open = {
    pool: async () => {
      const pool = createPool(connectionString, 1)
      await pool.query('select 1')
      return { stop: () => pool.end() }
    },
    events: () => startEventNotifier(t.pool, connectionString, log),
    node: () => startNode({ connectionString, log, roles: new Set(['web']), version: 'test' }),
  }
  for (const [name, work] of Object.entries(open))
    expect(new Set(await probeDelays(work)), name).toEqual(new Set([5_000]))
})
