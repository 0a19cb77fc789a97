import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ImapConfig } from '@parley/contract/inboxes/inboxes'
import { json } from '../../db/json.ts'
import { watchMailbox } from '../../features/email/imap/watch-mailbox.ts'
import type { TestApp } from '../test-app.ts'

/** The process or watcher that reads the mailbox of a round. */
export type Reader = {
  start(): Promise<void>
  /** Restarts it as a changed inbox does; `toggle` and `kill` as disabling, a shutdown or a crash do. */
  save(): Promise<void>
  toggle(): Promise<void>
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  stop(): Promise<void>
  /** How often email was found behind the cursor; must never happen. */
  repairs(): number
}

/** A watcher in this process, stopped and started as in mailbox-watchers.ts. */
export function watcherReader(t: TestApp, inbox_id: number, config: ImapConfig): Reader {
  let repairs = 0
  const log: TestApp['log'] = Object.create(t.log, {
    warn: {
      value: (_: object, message: string) => {
        if (message.includes('missed')) repairs += 1
      },
    },
  })
  const startWatcher = () =>
    watchMailbox({ ...t, log, first_retry_delay_ms: 20 }, { inbox_id, sync_since: null, fence: 1, config })
  let watcher: ReturnType<typeof startWatcher> | undefined
  const restart = async () => {
    await watcher?.stop()
    watcher = startWatcher()
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

/** A separate process, which reads its inboxes from the database. */
export function processReader(t: TestApp, inbox_id: number, config: ImapConfig): Reader {
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(process.execPath, ['--no-warnings', program, t.connectionString, t.data_dir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (!child.stdout) throw new Error('The process has no output')
    await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  }
  const killProcess = async (signal: 'SIGTERM' | 'SIGKILL') => {
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
        // Sealed again, as when a form is saved.
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
      await killProcess(signal)
      await start()
    },
    async stop() {
      await killProcess('SIGTERM')
      await saveInbox(false)
    },
    repairs: () => 0,
  }
}
