import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../processes/free-ports.ts'
import { startArguments } from '../processes/start-command.ts'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const startTimeoutMs = 120_000

export const admin = { email: 'ada@parley.test', password: 'Correct-horse-1' }

export type SoakServer = {
  http_url: string
  smtp_port: number
  data_dir: string
  temp_dir: string
  /** Settings with which a command of the operator reaches the same workspace. */
  env: Record<string, string>
  /** What the operating system says about the process; memory in MB. */
  readProcess(): Promise<{ resident: number; threads: number; descriptors: number }>
  /** Metrics without labels. */
  readMetrics(): Promise<Map<string, number>>
  /** Null while it runs, else how it ended. */
  readonly ended: string | null
  readonly output: string
  /** Ends it as an operator does; throws if it doesn't end in order. */
  stop(): Promise<void>
}

/** The server in a process of its own, with the flags of `npm start`, everything it writes below `folder`. */
export async function startSoakServer(folder: string, env: Record<string, string>): Promise<SoakServer> {
  const [PORT, SMTP_RECEIVER_PORT, metrics_port] = [
    String(await findFreePort()),
    String(await findFreePort()),
    String(await findFreePort()),
  ]
  const token = 'token-of-the-soak-test'
  const data_dir = join(folder, 'data')
  const temp_dir = join(folder, 'tmp')
  const settings = {
    ...env,
    PARLEY_DATA_DIR: data_dir,
    PARLEY_ADMIN_EMAIL: admin.email,
    PARLEY_ADMIN_PASSWORD: admin.password,
  }
  const child = spawn(process.execPath, startArguments(), {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      TMPDIR: temp_dir,
      PORT,
      SMTP_RECEIVER_PORT,
      PARLEY_METRICS_PORT: metrics_port,
      PARLEY_METRICS_TOKEN: token,
      PARLEY_WEBHOOK_ALLOW: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = `${output}${text}`.slice(-20_000)))
  const howEnded = () =>
    child.exitCode !== null || child.signalCode !== null
      ? `The server ended with ${child.exitCode ?? child.signalCode}:\n${output}`
      : null
  const deadline = performance.now() + startTimeoutMs
  while (!output.includes('Parley is ready')) {
    const reason = howEnded() ?? (performance.now() > deadline ? `The server is not ready:\n${output}` : null)
    if (reason) {
      child.kill('SIGKILL')
      throw new Error(reason)
    }
    await wait(50)
  }
  return {
    http_url: `http://127.0.0.1:${PORT}`,
    smtp_port: Number(SMTP_RECEIVER_PORT),
    data_dir,
    temp_dir,
    env: settings,
    readProcess: () => readProcess(child.pid),
    async readMetrics() {
      const response = await fetch(`http://127.0.0.1:${metrics_port}/metrics`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`/metrics returned ${response.status}`)
      return parseMetrics(await response.text())
    },
    get ended() {
      return howEnded()
    },
    get output() {
      return output
    },
    async stop() {
      if (howEnded()) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const inTime = await Promise.race([exited.then(() => true), wait(30_000, false, { ref: false })])
      if (inTime && child.exitCode === 0) return
      child.kill('SIGKILL')
      throw new Error(`The server did not stop in order (${child.exitCode}):\n${output}`)
    },
  }
}

/** Flags and program of `npm start`. */
async function readProcess(pid: number | undefined) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const value = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return {
    resident: value('VmRSS') / 1024,
    threads: value('Threads'),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
  }
}

const parseMetrics = (text: string) =>
  new Map([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]))
