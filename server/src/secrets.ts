import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A secret that this key can't open; its message says what to do. */
export class SealedWithOtherKey extends Error {}

/** Seals and opens what the product must be able to use again: mail passwords, webhook secrets, provider keys (AES-256-GCM). */
export type Secrets = {
  /** `v1.<key id>.<iv>.<tag>.<ciphertext>`, base64url. "" stays "". */
  seal(text: string): string
  /** Throws when it was sealed under a key that is not here. */
  open(sealed: string): string
  /** A key of its own for a purpose, such as signing reply addresses; 32 bytes, the same at every start. */
  derive(purpose: string): Buffer
  /** Names the key, so that what it signed or sealed can be told apart after a rotation. */
  key_id: string
}

/** Under PARLEY_SECRET_KEY, or a key file made in the data folder at the first start. */
export async function loadSecrets(data_dir: string, secret_key: string | undefined): Promise<Secrets> {
  return createSecrets(secret_key ?? (await readOrCreateKey(join(data_dir, 'secret.key'))))
}

export function createSecrets(secret: string): Secrets {
  const derive = (purpose: string) => createHash('sha256').update(`parley:${purpose}:${secret}`).digest()
  const key = derive('seal')
  const key_id = derive('key id').toString('hex').slice(0, 8)
  return {
    key_id,
    derive,
    seal(text) {
      if (text === '') return ''
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [
        'v1',
        key_id,
        ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
      ].join('.')
    },
    open(sealed) {
      if (sealed === '') return ''
      const [version, id, iv = '', tag = '', body = ''] = sealed.split('.')
      if (version !== 'v1' || id !== key_id)
        throw new SealedWithOtherKey(
          'A stored secret was sealed under another key. Set PARLEY_SECRET_KEY to the key it was sealed with, or enter the secret again',
        )
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}

/** The key stands under its name whole or not at all: a start that was killed must not leave an empty file, which would be everybody's key. */
async function readOrCreateKey(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
  try {
    // Of two servers that start at once on one folder one makes the key, and both read it.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  const key = (await readFile(path, 'utf8')).trim()
  if (key.length < minKeyLength)
    throw new Error(
      `${path} holds no key. Put back the file from a backup; what was sealed opens with no other`,
    )
  return key
}

/** 32 bytes in base64 are 44 characters; keys that somebody put there by hand have as many as PARLEY_SECRET_KEY at least. */
const minKeyLength = 32
