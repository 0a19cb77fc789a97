import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readAccess } from '../db/embedded/access-file.ts'
import { createTestFolder } from '../testing/processes/embedded-release.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { startProgram } from '../testing/processes/server-process.ts'

// Starts the real program, which takes seconds on a busy machine.
const slow = 120_000

async function startEmbedded() {
  const ports = await freePorts()
  const folder = join(createTestFolder(), 'data')
  const program = startProgram('main.ts', { ...ports, PARLEY_DATA_DIR: folder })
  await program.waitForOutput(/Parley is ready/)
  /** Sends a signal; resolves when the process has exited. */
  const stop = async (signal: NodeJS.Signals) => {
    program.child.kill(signal)
    const code = await program.exited
    const isDatabaseStopped = !existsSync(join(folder, 'postgres/postmaster.pid'))
    return { code, isDatabaseStopped }
  }
  return { ports, folder, program, stop }
}

async function openConnection(port: string, text: string) {
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
}

test('idle senders, unfinished requests and jobs that hang keep neither the server nor PostgreSQL from stopping', {
  timeout: slow,
}, async () => {
  const { ports, folder, program, stop } = await startEmbedded()
  await openConnection(ports.SMTP_RECEIVER_PORT, '')
  await openConnection(
    ports.PORT,
    'POST /api/v1/agents/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{',
  )
  const access = readAccess(join(folder, 'postgres.json'))
  const session = new pg.Client(`postgres://parley:${access?.password}@127.0.0.1:${access?.port}/parley`)
  session.on('error', () => {})
  await session.connect()
  await session.query('begin; lock table events in access exclusive mode')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await stop('SIGTERM')
  // Before main.ts ends the process after 10 s, at which it would no longer log that.
  expect(program.output()).toContain('terminating connection due to administrator command')
})

test('closing the terminal stops the server together with PostgreSQL', { timeout: slow }, async () => {
  const { stop } = await startEmbedded()
  expect(await stop('SIGHUP')).toMatchObject({ code: 0, isDatabaseStopped: true })
})
