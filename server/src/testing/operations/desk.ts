import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { onTestFinished } from 'vitest'
import { readAccess } from '../../db/embedded/access-file.ts'
import { parleyRole } from '../../db/embedded/cluster.ts'
import { prepareWorkspace } from '../cluster/prepare-workspace.ts'
import { startSmtpSink } from '../email/smtp-sink.ts'
import { createTestFolder } from '../processes/embedded-release.ts'
import { freePorts } from '../processes/free-ports.ts'
import { eventually } from '../web-sockets.ts'
import { startDocumentedServer } from './documented-commands.ts'
import type { ShellProgram } from './shell-program.ts'

/** A workspace as an administrator and its customers see it. */
export type Desk = { port: string; smtp_port: string; cookie: string }

export async function call({ port, cookie }: Desk, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { cookie, 'x-csrftoken': 'test', 'content-type': 'application/json' },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

export const get = async <T>(desk: Desk, path: string): Promise<T> =>
  ((await (await call(desk, `/api/v1${path}`)).json()) as { data: T }).data

export async function post<T>(desk: Desk, path: string, body: object): Promise<T> {
  const response = await call(desk, `/api/v1${path}`, { method: 'POST', body: JSON.stringify(body) })
  return ((await response.json()) as { data: T }).data
}

export async function listSubjects(desk: Desk): Promise<string[]> {
  const page = await get<{ results: { subject: string }[] }>(desk, '/conversations/all?page_size=100')
  return page.results.map(({ subject }) => subject).sort()
}

export async function sendMail(
  { smtp_port }: Desk,
  subject: string,
  more: SendMailOptions = {},
): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: Number(smtp_port), ignoreTLS: true })
  await transport.sendMail({
    ...{ from: 'Grace <grace@customer.test>', to: 'help@parley.test', subject, text: 'How does it work?' },
    messageId: `<${subject.replaceAll(' ', '-')}@customer.test>`,
    ...more,
  })
  transport.close()
}

/** Sends an email and waits for its conversation. */
export async function receive(
  desk: Desk,
  subject: string,
  subjects: string[],
  more?: SendMailOptions,
): Promise<void> {
  await sendMail(desk, subject, more)
  subjects.push(subject)
  subjects.sort()
  await eventually(async () => isDeepStrictEqual(await listSubjects(desk), subjects))
}

/** The URL of the embedded database of a running server. */
export function embeddedUrl(data_dir: string): string {
  const access = readAccess(join(data_dir, 'postgres.json'))
  return `postgres://${parleyRole}:${access?.password}@127.0.0.1:${access?.port}/${parleyRole}`
}

type Workspace = {
  /** Removed when the test ends. */
  folder: string
  env: { PORT: string; SMTP_RECEIVER_PORT: string; PARLEY_DATA_DIR: string } & Record<string, string>
  server: ShellProgram
  database_url: string
  desk: Desk
}

/** A new workspace with an administrator and an inbox. Its database is the embedded one, unless the settings name another. */
export async function startWorkspace(settings: Record<string, string> = {}): Promise<Workspace> {
  const folder = createTestFolder()
  const sink = await startSmtpSink()
  onTestFinished(() => sink.stop())
  const env = { ...(await freePorts()), PARLEY_DATA_DIR: join(folder, 'data'), ...settings }
  const server = await startDocumentedServer('npm start', { env })
  const database_url = settings.DATABASE_URL ?? embeddedUrl(env.PARLEY_DATA_DIR)
  const { cookies } = await prepareWorkspace({ database_url }, { agents: 1, smtp_port: sink.port })
  const desk = { port: env.PORT, smtp_port: env.SMTP_RECEIVER_PORT, cookie: cookies[0] ?? '' }
  return { folder, env, server, database_url, desk }
}

/** Runs a command again while a server that was killed counts as running, for ten seconds. */
export async function waitUntilForgotten(run: () => ShellProgram): Promise<string> {
  for (;;) {
    const program = run()
    const code = await program.exited
    if (code === 0) return program.output()
    if (!program.output().includes('Parley is running')) throw new Error(program.output())
  }
}
