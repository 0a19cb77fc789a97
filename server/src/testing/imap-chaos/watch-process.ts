/**
 * The watchers of all mailboxes in a separate process, so that it can be killed; SIGTERM stops them like a shutdown. Arguments: the
 * database, and the folder for files.
 */
import { join } from 'node:path'
import { systemClock } from '../../clock.ts'
import { createDb, createPool } from '../../db/pool.ts'
import { transactor } from '../../db/transaction.ts'
import { startMailboxWatchers } from '../../features/email/imap/mailbox-watchers.ts'
import { createLocalFileStore } from '../../files/local-file-store.ts'
import { findSystemActor } from '../../identity/system-actor.ts'
import { createLog } from '../../log.ts'
import { startNode } from '../../nodes/node.ts'
import { createSecrets } from '../../secrets.ts'
import { startEventNotifier } from '../../spine/event-notifier.ts'

const [connectionString = '', data_dir = ''] = process.argv.slice(2)
const pool = createPool(connectionString, 4)
const db = createDb(pool)
const log = createLog('silent')
const system = await findSystemActor(db)
if (!system) throw new Error('The database has no workspace')
const wake = await startEventNotifier(pool, connectionString, log)
// What a killed process leaves behind is free again after a moment.
const lease_ttl_ms = 1_000
const node = await startNode({
  connectionString,
  log,
  roles: new Set(['mail']),
  version: 'test',
  lease_ttl_ms,
})
const watchers = startMailboxWatchers({
  db,
  act: transactor(db, systemClock, wake.announce),
  clock: systemClock,
  system,
  log,
  files: { mail: createLocalFileStore(join(data_dir, 'files'), 'mail') },
  secrets: createSecrets('a key for tests only'),
  wake,
  node,
  first_retry_delay_ms: 20,
})
process.once('SIGTERM', async () => {
  await watchers.stop()
  await node.stop()
  process.exit(0)
})
// If the test itself is killed, nothing keeps running.
process.stdin.on('end', () => process.exit(0)).resume()
console.log('ready')
