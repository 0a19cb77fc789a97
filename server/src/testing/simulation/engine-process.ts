/**
 * The engines in a separate process, so that it can be killed. Reads timestamps from standard input, one per line, advances to each of them
 * and echoes the line. Arguments: the database.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createDb, createPool } from '../../db/pool.ts'
import { transactor } from '../../db/transaction.ts'
import { createLocalFileStore } from '../../files/local-file-store.ts'
import { findSystemActor } from '../../identity/system-actor.ts'
import { createLog } from '../../log.ts'
import { createSecrets } from '../../secrets.ts'
import { testClock } from '../test-clock.ts'
import { startTestEngines } from '../test-engines.ts'
import { instantMailDelivery } from './user-actions.ts'

const [connectionString = '', start = ''] = process.argv.slice(2)
const db = createDb(createPool(connectionString, 4))
const clock = testClock(new Date(start))
const system = await findSystemActor(db)
if (!system) throw new Error('The database has no workspace')
const data_dir = await mkdtemp(join(tmpdir(), 'parley-test-'))
const deps = {
  db,
  system,
  clock,
  act: transactor(db, clock, () => {}),
  log: createLog('silent'),
  secrets: createSecrets('a key for tests only'),
  files: { media: createLocalFileStore(data_dir, 'media'), mail: createLocalFileStore(data_dir, 'mail') },
}
// After a kill, the next process finds events later than its start time. Events of the workspace itself are from the day it was created.
const { at } = await db
  .selectFrom('events')
  .select((eb) => eb.fn.max('at').as('at'))
  .where('conversation_id', 'is not', null)
  .executeTakeFirstOrThrow()
if (at && at > clock.now()) clock.set(at)

const engines = startTestEngines(deps, {}, instantMailDelivery(deps))
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const until = new Date(line)
  await engines.advanceTo(until > clock.now() ? until : clock.now())
  console.log(line)
}
