import { stat } from 'node:fs/promises'
import type { Finding } from '@parley/contract/system/system-findings'
import { sql } from 'kysely'
import type { Db } from '../../../../db/pool.ts'
import { hasFilesElsewhere } from '../../../../files/file-settings.ts'
import { secretKeyPath } from '../../../../secrets.ts'
import { type Check, error, ok, warning } from '../check.ts'

/** Windows has access control lists instead of modes. */
const hasModes = process.platform !== 'win32'

type Protected = { path: string; what: string; mode: string; forbidden: number; may_be_missing?: boolean }

export const permissionsCheck: Check = {
  name: 'permissions',
  async run({ installation, db }) {
    const { data_dir, files_dir, secret_key, s3 } = installation
    if (!hasModes) return [ok('', 'Access is up to the access control lists of this system')]
    // A group may pass through the folder: the embedded database runs as a user of its own if Parley runs as root.
    const paths: Protected[] = [{ path: data_dir, what: 'the data folder', mode: '700', forbidden: 0o067 }]
    if (!secret_key)
      paths.push({
        ...{ path: secretKeyPath(data_dir), what: 'the key of stored passwords' },
        ...{ mode: '600', forbidden: 0o077 },
      })
    if (!s3) {
      // Nodes on other machines may use a shared folder as a group.
      const access = hasFilesElsewhere(installation)
        ? { mode: '770', forbidden: 0o007 }
        : { mode: '700', forbidden: 0o077 }
      // The first file creates it.
      const may_be_missing = !(await hasStoredFiles(db))
      paths.push({ path: files_dir, what: 'the folder for files', ...access, may_be_missing })
    }
    return Promise.all(paths.map(checkMode))
  },
}

async function hasStoredFiles(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from media where content_hash is not null)
      or exists (select from mail_deliveries where raw_hash is not null) as any`.execute(db)
  return rows[0]?.any ?? false
}

async function checkMode({ path, what, mode, forbidden, may_be_missing }: Protected): Promise<Finding> {
  const stats = await stat(path).catch((cause: NodeJS.ErrnoException) => cause)
  const name = what.charAt(0).toUpperCase() + what.slice(1)
  if (stats instanceof Error && stats.code === 'ENOENT' && may_be_missing)
    return ok(path, 'No file has been stored yet')
  if (stats instanceof Error)
    return error(
      path,
      `${name} can’t be read (${stats.code})`,
      'Run this as the user that Parley runs as. If it is gone, put it back from a backup',
    )
  if (stats.mode & forbidden) {
    const message = `Other users of this machine can open ${what} (mode ${formatMode(stats.mode)})`
    // Such as a volume of Kubernetes that was mounted with fsGroup: we couldn’t change its mode.
    return stats.uid === process.getuid?.() || process.getuid?.() === 0
      ? error(path, message, `Run: chmod ${mode} ${path}`)
      : warning(
          path,
          `${message}, and it belongs to another user (${stats.uid})`,
          'Make sure that no other program or container uses this folder or volume',
        )
  }
  return ok(path, `Other users of this machine can’t open ${what}`)
}

const formatMode = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0')
