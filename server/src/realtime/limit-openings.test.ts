import { Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { eventually, openSocket } from '../testing/web-sockets.ts'
import { limitOpenings } from './limit-openings.ts'

/** Lets what was resolved go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

function openConnections(count: number) {
  const openings = limitOpenings(2)
  const connections = Array.from({ length: count }, () => new Socket())
  const admitted: string[] = []
  for (const [number, connection] of connections.entries())
    void openings.enter(connection).then((isThere) => admitted.push(`${number} ${isThere}`))
  return { openings, connections: connections as [Socket, Socket, Socket, Socket], admitted }
}

test('connections are admitted in order, each when an earlier one is open or closed', async () => {
  const { openings, connections, admitted } = openConnections(4)
  await settle()
  expect(admitted).toEqual(['0 true', '1 true'])
  openings.leave(connections[1])
  openings.leave(connections[1])
  await settle()
  expect(admitted).toEqual(['0 true', '1 true', '2 true'])
  connections[0].destroy()
  await eventually(() => admitted.length === 4)
  expect(admitted[3]).toBe('3 true')
})

test('a client that is gone when its turn comes takes no time from the others', async () => {
  const { openings, connections, admitted } = openConnections(4)
  connections[2].destroy()
  openings.leave(connections[0])
  await settle()
  expect(admitted).toEqual(['0 true', '1 true', '2 false', '3 true'])
})

test('while many sockets wait to be opened, other requests are answered; then all are opened', async () => {
  const t = await startTestApp()
  onTestFinished(() => t.stop())
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await t.as(await t.make.agent({ permissions: [] }))
  const holder = new pg.Client(t.connectionString)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('lock table sessions in access exclusive mode')
  const opened = Promise.all(
    Array.from({ length: 30 }, () => openSocket(t, '/ws?v=2', { cookie: `parley_session=${token}` })),
  )
  await eventually(async () => {
    const { rows } = await holder.query(
      `select from pg_locks where relation = 'sessions'::regclass and not granted`,
    )
    return rows.length === 6
  })
  expect((await fetch(`${url}/api/v1/settings/general`)).status).toBe(200)
  await holder.query('commit')
  for (const socket of await opened) await socket.until((frames) => frames[0]?.type === 'hello')
})
