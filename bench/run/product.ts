import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePorts } from '../../server/src/testing/processes/free-ports.ts'
import { startArguments } from '../../server/src/testing/processes/start-command.ts'

/** The product as a separate process on loopback. */
export type Product = {
  url: string
  smtp_port: number
  pid: number
  started_at: number
  /** Resident memory of the process, in MB. */
  memory(): Promise<number>
  /** Statements sent to PostgreSQL so far and loaded packages. Only available when started with `counting`. */
  counts(): Promise<Counts>
  stop(): Promise<void>
}
type Counts = { statements: number; packages: string[] }

const root = new URL('../..', import.meta.url).pathname
const counter = new URL('./count-statements.ts', import.meta.url).href

/** Starts the server as `npm start` does. `counting` instruments it, which costs memory and a little time. */
export async function startProduct(options: {
  database_url: string
  data_dir: string
  counting: boolean
  env?: Record<string, string>
}): Promise<Product> {
  const ports = await freePorts()
  const child = spawn(
    process.execPath,
    [...(options.counting ? ['--import', counter] : []), ...startArguments()],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATABASE_URL: options.database_url,
        PARLEY_DATA_DIR: options.data_dir,
        ...ports,
        LOG_LEVEL: 'warn',
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'inherit', ...(options.counting ? ['ipc' as const] : [])],
    },
  )
  const url = `http://127.0.0.1:${ports.PORT}`
  await waitUntilReady(child, url)
  return {
    url,
    smtp_port: Number(ports.SMTP_RECEIVER_PORT),
    pid: child.pid ?? 0,
    started_at: performance.now(),
    memory: () => residentMemory(child),
    async counts() {
      child.send('counts')
      const [counts]: Counts[] = await once(child, 'message')
      if (!counts) throw new Error('The server was not started for counting')
      return counts
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The command that `npm start` runs: environment variables, `node`, its flags and the program. */
async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  child.stdout?.resume()
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`)
    const answer = await fetch(`${url}/health`).catch(() => null)
    if (answer?.ok) return
    await wait(100)
  }
  child.kill('SIGKILL')
  throw new Error('The server did not become ready within a minute')
}

async function residentMemory({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1024)
}
