import type { Finding } from '@parley/contract/system/system-findings'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { Env } from '../../../env.ts'
import type { FileStore } from '../../../files/file-store.ts'
import type { ResolveDns } from '../../../sender-auth/dns-resolver.ts'

/** The settings that checks look at. */
export type Installation = Pick<
  Env,
  | 'port'
  | 'host'
  | 'root_url'
  | 'data_dir'
  | 'files_dir'
  | 's3'
  | 'secret_key'
  | 'database_url'
  | 'roles'
  | 'smtp_receiver_port'
  | 'smtp_receiver_tls'
  | 'smtp_receiver_proxy'
  | 'mail_host'
  | 'backups'
>

export type CheckContext = {
  installation: Installation
  db: Db
  clock: Clock
  files: Record<'media' | 'mail', FileStore>
  resolve: ResolveDns
}

/**
 * Looks at one part of the installation, from the inside or the outside. Contacts nothing but DNS, this machine, and the servers that
 * the settings name.
 */
export type Check = {
  /** Shown under the catalogue key `system.check.<name>`. */
  name: string
  /** Throws if it couldn't find out. */
  run(context: CheckContext): Promise<Finding[]>
}

export const ok = (subject: string, message: string): Finding => ({
  state: 'ok',
  subject,
  message,
  advice: null,
})
export const warning = (subject: string, message: string, advice: string): Finding => ({
  state: 'warning',
  subject,
  message,
  advice,
})
export const error = (subject: string, message: string, advice: string): Finding => ({
  state: 'error',
  subject,
  message,
  advice,
})
