import { expect, test } from 'vitest'
import { describeProxy, requestsUntil } from './proxy-suite.ts'
import { startHaproxy } from './start-proxy.ts'

const suite = describeProxy(startHaproxy)

const states = async () => {
  const rows = (await suite.proxy.admin('show stat')).split('\n').map((line) => line.split(','))
  return Object.fromEntries(rows.map(([backend, server, ...fields]) => [`${backend}/${server}`, fields[15]]))
}

test('a node that is drained and then stopped fails no request, changes included', async () => {
  let count = 0
  const change = () => suite.browser.post('/api/v1/tags', { name: `drain ${++count}` })
  const drain = async () => {
    await suite.proxy.admin('set server web/web2 state drain')
    expect(await suite.stopNode('web2', 'SIGTERM')).toBe(0)
  }
  expect(await requestsUntil(suite, drain, change)).toEqual([200])
  await suite.proxy.admin('set server web/web2 state ready')
  await suite.startNode('web2')
}, 60_000)

test('health checks see a dead node and a node that is back, for web and mail', async () => {
  await expect.poll(states).toMatchObject({ 'web/web1': 'UP', 'web/web2': 'UP', 'mail/mail1': 'UP' })
  await Promise.all([suite.stopNode('web1', 'SIGTERM'), suite.stopNode('mail1', 'SIGTERM')])
  await expect
    .poll(states)
    .toMatchObject({ 'web/web1': 'DOWN', 'mail/mail1': 'DOWN', 'web/web2': 'UP', 'mail/mail2': 'UP' })
}, 60_000)
