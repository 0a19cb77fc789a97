import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Log } from '../../../log.ts'

/** Absolute paths of PEM files: the certificate chain and its key. */
export type TlsFiles = { cert: string; key: string }

type TlsPair = { cert: Buffer; key: Buffer }
export type ReceiverTls = {
  pair: TlsPair
  /**
   * The new pair if the files changed since the last read and match each other; otherwise null, and the current pair
   * stays in use.
   */
  reloadIfChanged(): Promise<TlsPair | null>
}

/**
 * Reads the receiver's certificate. Throws a message for the operator if the files are not a certificate and its key.
 */
export async function openReceiverTls(files: TlsFiles, log: Log): Promise<ReceiverTls> {
  let lastFingerprint = await fingerprint(files).catch(() => '')
  const pair = await readTlsPair(files)
  return {
    pair,
    async reloadIfChanged() {
      // A renewal writes two files one after the other. In between they do not match; the next connection retries.
      try {
        const currentFingerprint = await fingerprint(files)
        if (currentFingerprint === lastFingerprint) return null
        const renewed = await readTlsPair(files)
        lastFingerprint = currentFingerprint
        log.info({ cert: files.cert }, 'renewed the certificate of the SMTP receiver')
        return renewed
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'renewed certificate is not usable yet')
        return null
      }
    },
  }
}

async function readTlsPair({ cert, key }: TlsFiles): Promise<TlsPair> {
  const pair = {
    cert: await readPemFile(cert, 'SMTP_RECEIVER_TLS_CERT'),
    key: await readPemFile(key, 'SMTP_RECEIVER_TLS_KEY'),
  }
  const certificate = parsePem(() => new X509Certificate(pair.cert), cert, 'a certificate in PEM form')
  const private_key = parsePem(
    () => createPrivateKey(pair.key),
    key,
    'a private key in PEM form without a password',
  )
  if (!certificate.checkPrivateKey(private_key))
    throw new Error(`The key in ${key} doesn’t match the certificate in ${cert}. Use a matching pair`)
  return pair
}

const readPemFile = (path: string, variable: string) =>
  readFile(path).catch((error: Error) => {
    throw new Error(`${variable} is ${path}, which can’t be read (${error.message})`)
  })

function parsePem<T>(work: () => T, path: string, what: string): T {
  try {
    return work()
  } catch {
    throw new Error(`${path} does not hold ${what}`)
  }
}

async function fingerprint({ cert, key }: TlsFiles): Promise<string> {
  const [a, b] = await Promise.all([stat(cert, { bigint: true }), stat(key, { bigint: true })])
  return [a.ino, a.size, a.mtimeNs, b.ino, b.size, b.mtimeNs].join(' ')
}
