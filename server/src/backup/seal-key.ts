import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { SealedKey } from './archive/format.ts'

const deriveKey = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt)
/** OWASP's recommendation for scrypt: 128 MB and about half a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

/** Encrypts the key of stored secrets under a passphrase. */
export async function sealKey(key: string, passphrase: string): Promise<SealedKey> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, 32, cost), iv)
  const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  const encode = (bytes: Buffer) => bytes.toString('base64url')
  return { salt: encode(salt), iv: encode(iv), tag: encode(cipher.getAuthTag()), text: encode(text) }
}

/** Null if the passphrase is wrong. */
export async function openKey(sealed: SealedKey, passphrase: string): Promise<string | null> {
  const decode = (text: string) => Buffer.from(text, 'base64url')
  const key = await deriveKey(passphrase, decode(sealed.salt), 32, cost)
  const decipher = createDecipheriv('aes-256-gcm', key, decode(sealed.iv))
  decipher.setAuthTag(decode(sealed.tag))
  try {
    return Buffer.concat([decipher.update(decode(sealed.text)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
