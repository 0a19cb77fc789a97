import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeCertificate } from '../email/certificate.ts'
import { findFreePort } from '../processes/free-ports.ts'

/** The nodes that the sample configurations name. */
export type NodePorts = { web: [number, number]; mail: [number, number] }

export type RunningProxy = {
  https_port: number
  http_port: number
  smtp_port: number
  /** PEM certificate to trust. */
  ca: string
  /** The path of HAProxy's admin socket; empty if there is none. */
  admin_socket: string
  /** Runs a command of HAProxy's admin socket and returns what it prints. */
  admin(command: string): Promise<string>
  stop(): Promise<void>
}

const sample = (path: string) => readFileSync(new URL(`../../../../deploy/${path}`, import.meta.url), 'utf8')

/** Starts Debian's HAProxy with deploy/haproxy/haproxy.cfg, of which only addresses and paths are replaced. */
export async function startHaproxy(nodes: NodePorts): Promise<RunningProxy> {
  const { folder, ports, ca } = await prepare()
  writeFileSync(join(folder, 'parley.pem'), ca + readFileSync(join(folder, 'key.pem'), 'utf8'), {
    mode: 0o600,
  })
  const socket = join(folder, 'admin.sock')
  const config = replaceAll(sample('haproxy/haproxy.cfg'), [
    ['bind :80', `bind 127.0.0.1:${ports.http_port}`],
    ['bind :443', `bind 127.0.0.1:${ports.https_port}`],
    ['bind :25', `bind 127.0.0.1:${ports.smtp_port}`],
    ['/etc/haproxy/certs', folder],
    ['/var/lib/haproxy/admin.sock', socket],
    ['web1:3000', `127.0.0.1:${nodes.web[0]}`],
    ['web2:3000', `127.0.0.1:${nodes.web[1]}`],
    ['mail1:2525', `127.0.0.1:${nodes.mail[0]}`],
    ['mail2:2525', `127.0.0.1:${nodes.mail[1]}`],
  ])
  const path = join(folder, 'haproxy.cfg')
  writeFileSync(path, config)
  return {
    ...ports,
    ca,
    admin_socket: socket,
    admin: async (command) => text(connect(socket).end(`${command}\n`)),
    stop: await run('/usr/sbin/haproxy', ['-db', '-f', path], folder, ports.https_port),
  }
}

/** Starts Debian's nginx with deploy/nginx/nginx.conf, of which only addresses and paths are replaced. */
export async function startNginx(nodes: NodePorts): Promise<RunningProxy> {
  const { folder, ports, ca } = await prepare()
  const config = replaceAll(sample('nginx/nginx.conf'), [
    // Only loopback, and only IPv4.
    [/^ *listen \[::\].*\n/gm, ''],
    ['listen 80 ', `listen 127.0.0.1:${ports.http_port} `],
    ['listen 443 ', `listen 127.0.0.1:${ports.https_port} `],
    ['listen 25;', `listen 127.0.0.1:${ports.smtp_port};`],
    ['/etc/nginx/certs/parley.crt', join(folder, 'cert.pem')],
    ['/etc/nginx/certs/parley.key', join(folder, 'key.pem')],
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/var/log/nginx/access.log', join(folder, 'access.log')],
    ['10.0.0.11:3000', `127.0.0.1:${nodes.web[0]}`],
    ['10.0.0.12:3000', `127.0.0.1:${nodes.web[1]}`],
    ['10.0.0.21:2525', `127.0.0.1:${nodes.mail[0]}`],
    ['10.0.0.22:2525', `127.0.0.1:${nodes.mail[1]}`],
  ])
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, config)
  return {
    ...ports,
    ca,
    admin_socket: '',
    admin: () => Promise.reject(new Error('nginx has no admin socket')),
    stop: await run('/usr/sbin/nginx', ['-c', path, '-g', 'daemon off;'], folder, ports.https_port),
  }
}

async function prepare() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'))
  const { cert } = makeCertificate(folder)
  const ports = {
    http_port: await findFreePort(),
    https_port: await findFreePort(),
    smtp_port: await findFreePort(),
  }
  return { folder, ports, ca: readFileSync(cert, 'utf8') }
}

/** Throws for a text that isn't there, so that the tests don't run something else than what is shipped. */
function replaceAll(config: string, replacements: [string | RegExp, string][]): string {
  return replacements.reduce((current, [from, to]) => {
    const next = current.replaceAll(from, to)
    if (next === current) throw new Error(`The sample configuration doesn't contain ${from}`)
    return next
  }, config)
}

/** Starts a proxy and waits until it listens; returns how to stop it. */
async function run(program: string, args: string[], folder: string, port: number) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-20_000)))
  const ended = once(child, 'exit')
  while (!(await isListening(port)))
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${output}`)
  return async () => {
    console.log(output)
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(() => resolve(false), 10))
  })
