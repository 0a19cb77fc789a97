import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest'
import type { RunAsStrategy } from './embedded/process-account.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'

const log = { debug() {}, info() {}, warn() {} }

export const asRoot = process.getuid?.() === 0

// One cluster, created once and copied: initdb takes most of a second.
export let folder: string

export let template: string

export let data_dir: string

const running: EmbeddedPostgres[] = []

let count = 0

export const emptyFolder = () => join(folder, `data-${++count}`)

export const copyOfTemplate = () => {
  const copy = emptyFolder()
  cpSync(template, copy, { recursive: true })
  return copy
}

/** Chooses the data folder that the functions below work on. */
export const useDataFolder = (path: string) => {
  data_dir = path
}

export async function start(strategyList?: readonly RunAsStrategy[]) {
  const server = await startEmbeddedPostgres({ data_dir, log, strategies: strategyList })
  running.push(server)
  return server
}

export async function query(server: { connection_string: string }, sql: string) {
  const client = new pg.Client(server.connection_string)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

/** A child process that runs the embedded server until it is killed. */
export async function startInAnotherProcess(command: string[] = [], then = '') {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const log = { debug() {}, info() {}, warn() {} }
    const server = await startEmbeddedPostgres({ data_dir: ${JSON.stringify(data_dir)}, log })
    console.log(server.connection_string)
    ${then}`
  const [program = '', ...args] = [...command, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const first = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'close'),
  ])
  const connection_string = first[0]
  return { child, connection_string: String(connection_string) }
}

export async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

export const postmasterPid = () =>
  Number.parseInt(readFileSync(join(data_dir, 'postgres/postmaster.pid'), 'utf8'), 10)

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export function setUpClusters() {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-embedded-'))
    chmodSync(folder, 0o755)
    template = join(folder, 'template')
    const server = await startEmbeddedPostgres({ data_dir: template, log })
    await query(server, 'create table letters (body text)')
    await server.stop()
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop()
  })
}
