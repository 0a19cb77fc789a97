import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './files/sync-folder.ts'

/** A secret that this key cannot decrypt; the message says what to do. */
export class SealedWithOtherKey extends Error {}

/** Encrypts secrets that the product must use again: mail passwords, webhook secrets, provider keys (AES-256-GCM). */
export type Secrets = {
  /** Returns `v1.<key id>.<iv>.<tag>.<ciphertext>`, base64url. "" stays "". */
  seal(text: string): string
  /** Throws if it was sealed with a key that isn't known. */
  open(sealed: string): string
  /** Derives a separate key for a purpose, such as signing reply addresses; 32 bytes, the same on every start. */
  derive(purpose: string): Buffer
  /** Identifies the key, so that signed and sealed values can be distinguished after a rotation. */
  key_id: string
  /** Each key alone, this one first: for checking what was signed or hashed before a rotation. */
  each: readonly Secrets[]
}

/** A sealed value within other text. */
export const sealedPattern = /v1\.([0-9a-f]{8})(?:\.[\w-]*){3}/g

/** Uses PARLEY_SECRET_KEY, or a key file created in the data folder on the first start. */
export async function loadSecrets(data_dir: string, secret_key: string | undefined): Promise<Secrets> {
  return createSecrets(secret_key ?? (await readOrCreateKey(data_dir)))
}

export const secretKeyPath = (data_dir: string): string => join(data_dir, 'secret.key')

/** Keys are one per line. The first one seals; the others open what was sealed before a rotation. */
export function createSecrets(keys: string): Secrets {
  const each = splitKeys(keys).map(createKey)
  const [current] = each
  if (!current) throw new Error('There is no key')
  const byId = new Map(each.map((one) => [one.key_id, one]))
  return {
    ...current,
    each,
    open(sealed) {
      if (sealed === '') return ''
      const [version, id = ''] = sealed.split('.')
      const key = version === 'v1' ? byId.get(id) : undefined
      if (!key)
        throw new SealedWithOtherKey(
          'A stored secret was sealed under another key. Set PARLEY_SECRET_KEY to the key it was sealed with, or enter the secret again',
        )
      return key.open(sealed)
    },
  }
}

export const splitKeys = (keys: string): string[] =>
  keys
    .split('\n')
    .map((key) => key.trim())
    .filter((key) => key !== '')

/** `open` expects what this key has sealed. */
function createKey(secret: string): Secrets {
  const derive = (purpose: string) => createHash('sha256').update(`parley:${purpose}:${secret}`).digest()
  const key = derive('seal')
  const key_id = derive('key id').toString('hex').slice(0, 8)
  const secrets: Omit<Secrets, 'each'> = {
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
      const [, , iv = '', tag = '', body = ''] = sealed.split('.')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString(
        'utf8',
      )
    },
  }
  return {
    ...secrets,
    get each() {
      return [this]
    },
  }
}

/** Created atomically: a killed start must not leave an empty file, which would be a publicly known key. */
async function readOrCreateKey(data_dir: string): Promise<string> {
  const path = secretKeyPath(data_dir)
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true })
  try {
    // If two servers start at the same time on one folder, one creates the key and both read it.
    await link(draft, path)
    await syncFolder(data_dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readKey(data_dir)
}

/** @throws if there is none */
export async function readKey(data_dir: string): Promise<string> {
  const path = secretKeyPath(data_dir)
  const key = (await readFile(path, 'utf8')).trim()
  const lines = splitKeys(key)
  if (lines.length === 0 || lines.some((line) => line.length < minKeyLength))
    throw new Error(
      `${path} holds no key. Put back the file from a backup; what was sealed opens with no other`,
    )
  return key
}

/** 32 bytes in base64 are 44 characters; a key that someone placed manually needs at least as many as PARLEY_SECRET_KEY. */
export const minKeyLength = 32
