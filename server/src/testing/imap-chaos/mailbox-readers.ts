import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import { json } from '../../db/json.ts'
import { watchMailbox } from '../../features/email/imap/watch-mailbox.ts'
import type { TestApp } from '../test-app.ts'

/** What reads the mailbox of a round. */
export type Reader = {
  start(): Promise<void>
  /** As a changed inbox, a shutdown, or a crash ends it. */
  save(): Promise<void>
  toggle(): Promise<void>
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  stop(): Promise<void>
  /** How often mail was found that the cursor had passed: never, or the cursor lied. */
  repairs(): number
}

/** A watcher in this process, ended and begun as watchers.ts does it. */
export function watcherReader(t: TestApp, inbox_id: number, config: ImapConfig): Reader {
  let repairs = 0
  const log: TestApp['log'] = Object.create(t.log, {
    warn: {
      value: (_: object, message: string) => {
        if (message.includes('missed')) repairs += 1
      },
    },
  })
  const begin = () =>
    watchMailbox({ ...t, log, first_retry_delay_ms: 20 }, { inbox_id, sync_since: null, config })
  let watcher: ReturnType<typeof begin> | undefined
  const restart = async () => {
    await watcher?.stop()
    watcher = begin()
  }
  return {
    start: restart,
    save: restart,
    toggle: restart,
    kill: restart,
    stop: async () => watcher?.stop(),
    repairs: () => repairs,
  }
}

const program = fileURLToPath(new URL('./watch-process.ts', import.meta.url))

/** A process of its own, which reads its inboxes from the database. */
export function processReader(t: TestApp, inbox_id: number, config: ImapConfig): Reader {
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(process.execPath, ['--no-warnings', program, t.connectionString, t.data_dir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (!child.stdout) throw new Error('The process has no output')
    await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
    child = undefined
  }
  const saveInbox = (enabled: boolean) =>
    t.db
      .updateTable('inboxes')
      .set({
        enabled,
        // Sealed anew, as a saved form does it.
        config: json({ imap: [{ ...config, password: t.secrets.seal(config.password) }], smtp: [] }),
      })
      .where('id', '=', inbox_id)
      .execute()
  return {
    async start() {
      await saveInbox(true)
      await start()
    },
    async save() {
      await saveInbox(true)
    },
    async toggle() {
      await saveInbox(false)
      await saveInbox(true)
    },
    async kill(signal) {
      await end(signal)
      await start()
    },
    async stop() {
      await end('SIGTERM')
      await saveInbox(false)
    },
    repairs: () => 0,
  }
}
