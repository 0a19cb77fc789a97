import { generateKeyPairSync } from 'node:crypto'
import { sealMessage } from 'mailauth/lib/arc/index.js'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import type { ResolveDns } from '../../sender-auth/dns-resolver.ts'

/** DNS for tests: TXT and A records by name. Lookups of the names in `fails` time out. */
export type DnsZone = { txt?: Record<string, string>; a?: Record<string, string>; fails?: Set<string> }

export const zoneResolver =
  (zone: DnsZone): ResolveDns =>
  async (name, type) => {
    if (zone.fails?.has(name)) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
    const txt = type === 'TXT' ? zone.txt?.[name.toLowerCase()] : undefined
    if (txt !== undefined) return [[txt]]
    const a = type === 'A' ? zone.a?.[name.toLowerCase()] : undefined
    if (a !== undefined) return [a]
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  }

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const selector = 'test'

/** The DKIM record of the test key for a domain. */
export const dkimRecord = (domain: string): Record<string, string> => ({
  [`${selector}._domainkey.${domain}`]: `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
})

export const withCrlf = (text: string): Buffer => Buffer.from(text.replace(/\r?\n/g, '\r\n'))

/** Adds a DKIM signature of this domain. `signed_bytes` leaves the rest of the body unsigned. */
export async function addDkimSignature(raw: Buffer, domain: string, signed_bytes?: number): Promise<Buffer> {
  const key = {
    signingDomain: domain,
    selector,
    privateKey: privateKeyPem,
    ...(signed_bytes !== undefined && { maxBodyLength: signed_bytes }),
  }
  const { signatures, errors } = await dkimSign(raw, {
    canonicalization: 'relaxed/relaxed',
    signTime: new Date(),
    // The types expect the key here, the code expects it in the list.
    ...key,
    signatureData: [key],
  })
  if (errors.length > 0) throw errors[0]?.err
  return Buffer.concat([Buffer.from(signatures), raw])
}

/** Adds an ARC seal as a forwarder does, with its check results. `cv` is the validation state of the previous seals. */
export async function addArcSeal(
  raw: Buffer,
  domain: string,
  { results, cv = 'none' }: { results: string; cv?: 'none' | 'pass' },
): Promise<Buffer> {
  const seal = await sealMessage(raw, {
    signingDomain: domain,
    selector,
    privateKey: privateKeyPem,
    authResults: `mx.${domain}; ${results}`,
    cv,
  })
  return Buffer.concat([seal, raw])
}
