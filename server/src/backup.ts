import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readEnv } from './env.ts'
import { backUp } from './operator/backup-commands/back-up.ts'
import type { Command, CommandOptions } from './operator/backup-commands/command.ts'
import { exportTo } from './operator/backup-commands/export.ts'
import { migrateTo } from './operator/backup-commands/migrate-to.ts'
import { restore } from './operator/backup-commands/restore.ts'
import { verify } from './operator/backup-commands/verify.ts'

/** `npm run backup`, `verify`, `restore`, `migrate-to` and `export`. Exits with 1 on failure and with 2 on incorrect usage. */

const usage = `Usage: npm run backup             makes a backup in PARLEY_BACKUP_TO, and removes those that PARLEY_BACKUP_KEEP doesn’t keep
       npm run backup -- FILE     writes everything into one file, while Parley is running or stopped
       npm run verify -- FILE     checks all of it, and says where it is damaged
       npm run restore -- FILE    into an empty workspace
       npm run migrate-to -- postgres://…   moves the database to an empty one, while Parley is stopped
       npm run migrate-to -- embedded       moves it back into the data folder
       npm run export -- FOLDER   writes everything that other programs can use: JSON lines, .eml and files

FILE can also be in S3 (s3://bucket/backups/….parley), and for verify and restore, a folder of which the newest backup is meant.
Run them in the same folder and with the same PARLEY_DATA_DIR or DATABASE_URL as the server. A backup that was interrupted is
continued by the same command.

  --passphrase-file PATH   backup: includes the key of stored passwords, encrypted under this passphrase; restore: opens it.
                           Without it, PARLEY_BACKUP_PASSPHRASE is used, if set
  --without-key            restore: also without the key; passwords of mailboxes and providers must be entered again`

const commands: Record<string, Command> = {
  create: backUp,
  verify,
  restore,
  'migrate-to': migrateTo,
  export: exportTo,
}

const missing: Record<string, string> = { 'migrate-to': 'new database', export: 'folder' }

// The exit handlers stop a database that was started for this command.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
// Of a server that started this command: without it, nobody waits for the result.
if (process.send) process.once('disconnect', () => process.exit(1)).channel?.unref()
process.exitCode = await main(process.argv.slice(2))

async function main([command = '', ...args]: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    return 0
  }
  const options = parseOptions(command, args)
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`)
    return 2
  }
  try {
    const lines = await commands[command]?.(options, () => readEnv(process.env))
    console.log(lines?.join('\n'))
    return 0
  } catch (error) {
    console.error((error as Error).message)
    return 1
  }
}

function parseOptions(command: string, args: string[]): CommandOptions | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'passphrase-file': { type: 'string' }, 'without-key': { type: 'boolean', default: false } },
    })
    const [place, ...extra] = positionals
    if (place === undefined && command !== 'create') return `The ${missing[command] ?? 'file'} is missing.`
    if (extra.length > 0) return `Unexpected argument "${extra[0]}".`
    const passphrase_file = values['passphrase-file']
    const passphrase = passphrase_file
      ? readFileSync(passphrase_file, 'utf8').replace(/\r?\n$/, '')
      : undefined
    return { place, passphrase: passphrase || undefined, without_key: values['without-key'] }
  } catch (error) {
    return (error as Error).message
  }
}
