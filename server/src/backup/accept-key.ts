import { mkdirSync, writeFileSync } from 'node:fs'
import type { Env } from '../env.ts'
import { createSecrets, loadSecrets, readKey, secretKeyPath } from '../secrets.ts'
import type { Header } from './archive/format.ts'
import { openKey } from './seal-key.ts'

type KeyOptions = { passphrase: string | undefined; without_key: boolean }

const enterAgain = 'add --without-key and enter the passwords of mailboxes and providers again'

/** Puts the key of stored passwords in place, or throws: without it they can't be decrypted. */
export async function acceptKey(
  { key_id, sealed_key }: Header,
  { data_dir, secret_key }: Pick<Env, 'data_dir' | 'secret_key'>,
  { passphrase, without_key }: KeyOptions,
): Promise<void> {
  const path = secretKeyPath(data_dir)
  // Nothing has been started in it on a new machine whose database is elsewhere.
  mkdirSync(data_dir, { recursive: true, mode: 0o700 })
  const existing = secret_key ?? (await readKey(data_dir).catch(() => null))
  if (existing) {
    if (without_key || createSecrets(existing).each.some((one) => one.key_id === key_id)) return
    throw new Error(
      `The stored passwords of this backup were encrypted under another key than ${secret_key ? 'PARLEY_SECRET_KEY' : path}. Use that key, or ${enterAgain}.`,
    )
  }
  if (sealed_key && passphrase) {
    const key = await openKey(sealed_key, passphrase)
    if (!key) throw new Error('The passphrase is wrong.')
    writeFileSync(path, key, { mode: 0o600, flag: 'wx', flush: true })
    return
  }
  if (!without_key)
    throw new Error(
      sealed_key
        ? `This backup includes the key of stored passwords. Set PARLEY_BACKUP_PASSPHRASE or add --passphrase-file, or ${enterAgain}.`
        : `This backup doesn’t include the key of stored passwords. Put it into PARLEY_SECRET_KEY or ${path}, or ${enterAgain}.`,
    )
  await loadSecrets(data_dir, secret_key)
}
