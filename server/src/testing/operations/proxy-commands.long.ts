import { once } from 'node:events'
import { createServer } from 'node:http'
import { Agent, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startHaproxy } from '../proxies/start-proxy.ts'
import { eventually } from '../web-sockets.ts'
import { runDocumented } from './documented-commands.ts'

/** Ready, as far as a proxy can tell; every response is its name. */
async function startNode(name: string): Promise<number> {
  const server = createServer((_, response) => response.end(name)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port // listens on TCP
}

test('HAProxy sends no more requests to a node that is drained by the documented command', async () => {
  const web: [number, number] = [await startNode('web1'), await startNode('web2')]
  const proxy = await startHaproxy({ web, mail: [await startNode('mail1'), await startNode('mail2')] })
  onTestFinished(() => proxy.stop())
  const agent = new Agent({ ca: proxy.ca, keepAlive: false })
  const request = async () => {
    const [response] = await once(get(`https://127.0.0.1:${proxy.https_port}/`, { agent }), 'response')
    return text(response)
  }
  const names = async () => new Set(await Promise.all(Array.from({ length: 10 }, request)))
  await eventually(async () => (await names()).size === 2)

  await runDocumented('echo "set server web/web1 state drain" | socat stdio /var/lib/haproxy/admin.sock', {
    replacements: { '/var/lib/haproxy/admin.sock': proxy.admin_socket },
  })
  expect(await names()).toEqual(new Set(['web2']))
}, 60_000)
