import { readSchemaState } from '../db/migrate.ts'
import type { Env } from '../env.ts'
import { openReceiverTls } from '../features/email/receiving/receiver-tls.ts'
import { hasFilesElsewhere } from '../files/file-settings.ts'
import type { Log } from '../log.ts'
import { checkDatabase } from './check-database.ts'
import { checkPooler } from './check-pooler.ts'
import { checkPorts } from './check-ports.ts'
import { checkS3 } from './check-s3.ts'
import { assertFilesReadable, findDataFolderConflict, prepareDataFolder } from './prepare-data-folder.ts'

/**
 * Checks everything about the settings that can be wrong on this machine, before a workspace is created: a failed start leaves
 * nothing behind. Throws one error that names the setting.
 */
export async function preflight(env: Env, log: Log): Promise<void> {
  const tls = env.roles.has('mail') && env.smtp_receiver_port > 0 ? env.smtp_receiver_tls : undefined
  const folder = {
    data_dir: env.data_dir,
    files_dir: hasFilesElsewhere(env) ? env.files_dir : undefined,
    embedded: env.database_url === undefined,
    read: tls
      ? [
          { setting: 'SMTP_RECEIVER_TLS_CERT', path: tls.cert },
          { setting: 'SMTP_RECEIVER_TLS_KEY', path: tls.key },
        ]
      : [],
    log,
  }
  await checkPorts(env).catch(async (error: Error) => {
    // Started twice: the folder error is more helpful than the port error.
    throw (await findDataFolderConflict(folder)) ?? error
  })
  if (env.database_url !== undefined) {
    await checkDatabase(env.database_url)
    if (env.database_direct_url) await checkDatabase(env.database_direct_url, 'DATABASE_DIRECT_URL')
    await checkPooler(env.database_url, env.database_direct_url)
    await readSchemaState(env.database_url)
  }
  if (tls) {
    await assertFilesReadable(folder)
    await openReceiverTls(tls, log)
  }
  if (env.s3) await checkS3(env.s3)
  await prepareDataFolder(folder)
}
