import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Log } from '../../../log.ts'

/** Absolute paths of PEM files: the certificate with its chain, and its key. */
export type TlsFiles = { cert: string; key: string }

type TlsPair = { cert: Buffer; key: Buffer }
export type ReceiverTls = {
  pair: TlsPair
  /** The pair when the files changed since they were read last and fit each other; else null, and what was there stays in use. */
  reloadIfChanged(): Promise<TlsPair | null>
}

/** Reads the receiver's certificate. Throws a sentence for whoever starts the server when the files are not a certificate and its key. */
export async function openReceiverTls(files: TlsFiles, log: Log): Promise<ReceiverTls> {
  let seen = await fingerprint(files).catch(() => '')
  const pair = await readTlsPair(files)
  return {
    pair,
    async reloadIfChanged() {
      // A renewal writes two files, one after the other: between them they do not fit, and at the next connection they do.
      try {
        const now = await fingerprint(files)
        if (now === seen) return null
        const fresh = await readTlsPair(files)
        seen = now
        log.info({ cert: files.cert }, 'the certificate of the SMTP receiver was renewed')
        return fresh
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the renewed certificate cannot be used yet')
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
    throw new Error(
      `The key in ${key} does not belong to the certificate in ${cert}. Give the pair that was made together`,
    )
  return pair
}

const readPemFile = (path: string, variable: string) =>
  readFile(path).catch((error: Error) => {
    throw new Error(`${variable} names ${path}, which cannot be read (${error.message})`)
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
