import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A secret that this key cannot decrypt; the message says what to do. */
export class SealedWithOtherKey extends Error {}

/** Encrypts secrets that the product must use again: mail passwords, webhook secrets, provider keys (AES-256-GCM). */
export type Secrets = {
  /** Returns `v1.<key id>.<iv>.<tag>.<ciphertext>`, base64url. "" stays "". */
  seal(text: string): string
  /** Throws if it was sealed with a different key. */
  open(sealed: string): string
  /** Derives a separate key for a purpose, such as signing reply addresses; 32 bytes, the same on every start. */
  derive(purpose: string): Buffer
  /** Identifies the key, so that signed and sealed values can be distinguished after a rotation. */
  key_id: string
}

/** Uses PARLEY_SECRET_KEY, or a key file created in the data folder on the first start. */
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

/** Created atomically: a killed start must not leave an empty file, which would be a publicly known key. */
async function readOrCreateKey(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
  try {
    // If two servers start at the same time on one folder, one creates the key and both read it.
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

/** 32 bytes in base64 are 44 characters; a key that someone placed manually needs at least as many as PARLEY_SECRET_KEY. */
const minKeyLength = 32
