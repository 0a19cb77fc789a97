import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './free-ports.ts'

// After a failed connection it waits 15 s by default, and then so does everybody.
const failOverSettings = 'server_login_retry = 1\n'

/** A real PgBouncer in front of the server of this URL, for all its databases. Its own URL has the same database. */
export async function startPgBouncer(
  databaseUrl: string,
  pool_mode: 'session' | 'transaction',
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pgbouncer-'))
  const port = await findFreePort()
  const target = new URL(databaseUrl)
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(
    configuration,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}${target.password && ` password=${decodeURIComponent(target.password)}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${pool_mode}
default_pool_size = 20
max_client_conn = 500
${failOverSettings}`,
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if (user.uid !== undefined) {
    chownSync(folder, user.uid, user.gid)
    chownSync(configuration, user.uid, user.gid)
  }
  const child = spawn('/usr/sbin/pgbouncer', ['--quiet', configuration], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'exit')
  const onExit = () => child.kill('SIGKILL')
  process.once('exit', onExit)
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer failed to start: ${output}`)
    await wait(20)
  }
  const url = new URL(databaseUrl)
  url.port = String(port)
  return {
    url: url.href,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', onExit)
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
