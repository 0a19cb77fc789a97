import { startTestApp } from '../../server/src/testing/test-app.ts'
import type { Credentials } from '../src/connection.ts'
import { createParley } from '../src/index.ts'
import { startFaultyProxy } from './faulty-proxy.ts'

/** The whole server, listening, behind a proxy that can fail like a network. */
export async function startClientWorkspace() {
  const t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as { port: number } // listens on TCP
  const proxy = await startFaultyProxy(port)
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))

  /** An API key of an agent with every permission, and a client that uses it. */
  async function client(scope: object = {}, overrides: Partial<Credentials> = {}) {
    const agent = await t.make.agent({ permissions: t.make.allPermissions })
    const { body } = await admin.post(`/api/v1/agents/${agent.id}/api-key`, scope)
    const credentials = { key: body.data.api_key, secret: body.data.api_secret }
    return {
      agent,
      credentials,
      parley: createParley({ url: `http://127.0.0.1:${port}`, ...credentials, ...overrides }),
      viaProxy: createParley({ url: proxy.url, ...credentials, ...overrides }),
    }
  }
  return {
    t,
    proxy,
    client,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await proxy.stop()
      await t.stop()
    },
  }
}
