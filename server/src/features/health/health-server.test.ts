import { expect, onTestFinished, test } from 'vitest'
import { createReadiness, down, ok } from '../../readiness.ts'
import { freePorts } from '../../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../../testing/processes/server-process.ts'
import { unusedPath } from '../../testing/processes/startup-failures.ts'
import { testClock } from '../../testing/test-clock.ts'
import { startHealthServer } from './health-server.ts'

async function get(port: number | string, path: string) {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: reply.status, body: await reply.json() }
}

test('a process that can’t work answers 503, and shows nobody why', async () => {
  const readiness = createReadiness(testClock())
  const { port, stop } = await startHealthServer(readiness, { port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    readiness.stop()
    await stop()
  })
  const remove = readiness.register({ name: 'heart', essential: true, check: () => down('It stopped') })
  expect(await get(port, '/health/ready')).toEqual({
    status: 503,
    body: { status: 'success', data: { status: 'down' } },
  })
  expect(await get(port, '/health')).toEqual({ status: 200, body: { status: 'success', data: true } })
  remove()
  readiness.register({ name: 'heart', essential: true, check: () => ok('It beats') })
  expect((await get(port, '/health/ready?x=1')).status).toBe(200)
  expect((await get(port, '/api/v1/tags')).status).toBe(404)
})

test('a worker answers on PARLEY_HEALTH_PORT, and not on PORT', async () => {
  const { PORT, SMTP_RECEIVER_PORT: PARLEY_HEALTH_PORT } = await freePorts()
  const worker = startProgram('main.ts', {
    ...{ ROLES: 'worker', PORT, PARLEY_HEALTH_PORT },
    ...{ DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR: unusedPath() },
  })
  await worker.waitForOutput(/Parley is ready/)
  expect(await get(PARLEY_HEALTH_PORT, '/health/ready')).toMatchObject({ status: 200 })
  await expect(get(PORT, '/health')).rejects.toThrow('fetch failed')
  worker.child.kill('SIGTERM')
  expect(await worker.exited).toBe(0)
}, 60_000)
