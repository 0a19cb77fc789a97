import { ErasureList } from '@parley/contract/privacy/privacy'
import type { Actor } from '../../../actor.ts'
import type { BackupSettings } from '../../../backup/backup-settings.ts'
import type { BackupTarget } from '../../../backup/target/backup-target.ts'
import { openBackupTarget } from '../../../backup/target/open-backup-target.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Act } from '../../../db/transaction.ts'
import type { Log } from '../../../log.ts'
import { readPausedCopy } from '../../../paused-copy.ts'
import type { Secrets } from '../../../secrets.ts'
import { applyErasures, findUnknownErasures, identityOf } from './apply-erasure-list.ts'
import { readErasureList } from './present-erasure.ts'

type Deps = { db: Db; clock: Clock; installation: { backups: BackupSettings; data_dir: string } }

/** Beside the backups, because a backup can't know of later erasures. */
const fileName = 'parley-erasures.json'

/**
 * Job: keeps the list of erasures where the backups are. Erasures of the stored list that this workspace doesn't know stay in it: a
 * workspace that was restored has yet to repeat them.
 */
export async function storeErasureList({ db, clock, installation }: Deps): Promise<void> {
  // A copy leaves the backups of the original alone.
  if (await readPausedCopy(db)) return
  await withTarget(installation, async (target) => {
    const list = await readErasureList(db, clock.now())
    const identities = new Set(list.erasures.map(identityOf))
    const stored = await findStoredList(target)
    const others = stored?.erasures.filter((erasure) => !identities.has(identityOf(erasure))) ?? []
    const all: ErasureList = { ...list, erasures: [...others, ...list.erasures] }
    if (all.erasures.length > 0) await target.writeText(fileName, `${JSON.stringify(all, null, 2)}\n`)
  })
}

/** Job, when a restored workspace goes live: erases again who was erased after its backup was made. */
export async function repeatErasures(
  deps: Deps & { act: Act; system: Actor; secrets: Secrets; log: Pick<Log, 'info'> },
): Promise<void> {
  const { db, act, system, secrets, log } = deps
  const list = await withTarget(deps.installation, findStoredList)
  if (!list) return
  const { contact_ids } = await findUnknownErasures(db, secrets, list)
  const count = await applyErasures({ act, operator: system, secrets }, contact_ids)
  if (count > 0) log.info({ count }, 'contacts that were erased after the backup was made are erased again')
}

async function findStoredList(target: BackupTarget): Promise<ErasureList | null> {
  const text = await target.findText(fileName)
  if (text === null) return null
  try {
    return ErasureList.parse(JSON.parse(text))
  } catch {
    throw new Error(
      `${fileName} beside the backups can’t be read. Replace it with the list from Data and privacy, or remove it`,
    )
  }
}

async function withTarget<T>(
  { backups, data_dir }: Deps['installation'],
  use: (target: BackupTarget) => Promise<T>,
): Promise<T | null> {
  if (backups.target === null) return null
  const target = await openBackupTarget(backups.target, { s3: backups.s3, data_dir })
  try {
    return await use(target)
  } finally {
    target.stop()
  }
}
