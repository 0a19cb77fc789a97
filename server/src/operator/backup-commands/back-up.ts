import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { SealedKey } from '../../backup/archive/format.ts'
import { backUpToTarget } from '../../backup/back-up-to-target.ts'
import { readBackupPlan } from '../../backup/backup-plan.ts'
import {
  type BackupSource,
  type BackupSummary,
  countMissing,
  createBackup,
} from '../../backup/create-backup.ts'
import { noProgress, type Progress } from '../../backup/progress.ts'
import { recordFinish, recordStart } from '../../backup/recorded-backups.ts'
import { openKey, sealKey } from '../../backup/seal-key.ts'
import { openBackupTarget } from '../../backup/target/open-backup-target.ts'
import { systemClock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { openFileStores } from '../../files/open-file-stores.ts'
import { formatBytes, formatCount } from '../../format-amounts.ts'
import { createSecrets, readKey, secretKeyPath } from '../../secrets.ts'
import { readVersion } from '../../version.ts'
import { openWorkspace } from '../open-workspace.ts'
import { showProgress } from '../show-progress.ts'
import type { CommandOptions } from './command.ts'

/** `npm run backup` */
export async function backUp(options: CommandOptions, readSettings: () => Env): Promise<string[]> {
  const env = readSettings()
  const { target } = env.backups
  const path = options.place === undefined ? null : resolve(options.place)
  if (path === null && target === null)
    throw new Error(
      'Name a file (npm run backup -- FILE), or set PARLEY_BACKUP_TO to a folder or a place in S3',
    )
  if (path && (await stat(path).catch(() => null)))
    throw new Error(`${path} exists already. Choose another name`)
  const workspace = await openWorkspace(env)
  const files = await openFileStores(env)
  // A server that started this command reads the progress from the database.
  const progress = process.send ? noProgress : showProgress(process.stderr)
  const startedAt = performance.now()
  try {
    const key = env.secret_key ?? (await readKey(env.data_dir))
    const passphrase = options.passphrase ?? env.backups.passphrase
    const header = {
      ...{ version: await readVersion(), key_id: createSecrets(key).key_id },
      sealed_key: passphrase ? await sealKey(key, passphrase) : null,
    }
    const opensKey = async (sealed: SealedKey) => (await openKey(sealed, passphrase ?? '')) === key
    const source = { connection_string: workspace.connection_string, files, header, opensKey }
    const made = path
      ? await backUpToFile(workspace.db, source, path, progress)
      : await backUpToSetTarget(workspace.db, env, source, progress)
    progress.end()
    // A server that started this command logs these as warnings.
    for (const line of [...describeMissing(made), ...made.not_removed]) process.stderr.write(`${line}\n`)
    const seconds = (performance.now() - startedAt) / 1000
    return [
      `${made.place}: ${formatBytes(made.bytes)}, ${formatCount(made.rows, 'row')} and ${formatCount(made.files, 'file')} in ${seconds.toFixed(1)} s${made.resumed ? ', continued from an earlier run' : ''}.`,
      describeKey(env, header.sealed_key !== null),
      ...made.removed.map((name) => `Removed ${name}, because newer backups have replaced it.`),
    ]
  } finally {
    progress.end()
    files.stop()
    await workspace.close()
  }
}

function describeKey({ secret_key, data_dir }: Env, is_included: boolean): string {
  if (is_included) return 'It includes the key of stored passwords, encrypted under the passphrase.'
  const key = secret_key ? 'PARLEY_SECRET_KEY' : secretKeyPath(data_dir)
  return `It doesn’t include the key of stored passwords (${key}). Keep that elsewhere, or make backups with a passphrase (PARLEY_BACKUP_PASSPHRASE, --passphrase-file).`
}

const shownFiles = 10

function describeMissing({ missing_files, damaged_files }: BackupSummary): string[] {
  const describe = (names: string[], sentence: (file: string) => string) => {
    const more = names.length - shownFiles
    return [...names.slice(0, shownFiles), ...(more > 0 ? [formatCount(more, 'more file')] : [])].map(
      sentence,
    )
  }
  return [
    ...describe(missing_files, (file) => `The workspace itself lacks ${file}.`),
    ...describe(damaged_files, (file) => `The workspace itself has only a damaged copy of ${file}.`),
  ]
}

type Source = Omit<BackupSource, 'header'> & { header: Omit<BackupSource['header'], 'created_at'> }
type Made = BackupSummary & { place: string; removed: string[]; not_removed: string[] }

async function backUpToFile(db: Db, source: Source, path: string, progress: Progress): Promise<Made> {
  const created_at = systemClock.now()
  const header = { ...source.header, created_at: created_at.toISOString() }
  const summary = await createBackup({ ...source, header }, path, progress)
  const place = { target: dirname(path), name: basename(path), is_managed: false }
  const id = await recordStart(db, place, created_at)
  await recordFinish(db, id, summary.bytes, systemClock.now(), countMissing(summary))
  return { ...summary, place: path, removed: [], not_removed: [] }
}

async function backUpToSetTarget(db: Db, env: Env, source: Source, progress: Progress): Promise<Made> {
  const { target, s3 } = env.backups
  if (target === null) throw new Error('PARLEY_BACKUP_TO is not set')
  const { retention } = await readBackupPlan(db, env.backups)
  const place = await openBackupTarget(target, { s3, data_dir: env.data_dir })
  try {
    const made = await backUpToTarget({ db, clock: systemClock, source, target, place, retention }, progress)
    return { ...made, place: `${target.replace(/\/$/, '')}/${made.name}` }
  } finally {
    place.stop()
  }
}
