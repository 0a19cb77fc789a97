import type { BackupSettings } from '../backup-settings.ts'
import type { BackupTarget } from './backup-target.ts'
import { openFolderTarget } from './folder-target.ts'
import { openS3Target } from './s3-target.ts'

type Settings = { s3: BackupSettings['s3']; data_dir: string }

/** Opens the folder, or the folder in S3, that this path or URL names. */
export async function openBackupTarget(target: string, settings: Settings): Promise<BackupTarget> {
  if (!target.startsWith('s3://')) return openFolderTarget(target)
  return openS3Target(target, settings)
}
