import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyAnswer, PasskeyAnswer } from '@parley/contract/auth/passkeys'

type Options = Record<string, unknown>
type Tampering = { origin?: string; rp_id?: string; challenge?: string; verified?: boolean; counter?: number }

const userPresent = 0x01
const userVerified = 0x04
const attestedCredential = 0x40

/**
 * A minimal passkey and its browser: ES256, no attestation, an increasing counter (WebAuthn sections 6.1 and 6.5). Each part of its
 * response can be tampered with.
 */
export function createFakeAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0

  const client = (type: string, options: Options, tampering: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: tampering.challenge ?? options.challenge,
        origin: tampering.origin ?? origin,
      }),
    )
  const authenticatorData = (tampering: Tampering, flags: number) => {
    count = tampering.counter ?? count + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const presence = tampering.verified === false ? userPresent : userPresent | userVerified
    const rp_id = tampering.rp_id ?? new URL(origin).hostname
    return Buffer.concat([sha256(Buffer.from(rp_id)), Buffer.from([presence | flags]), counter])
  }
  const credential = { id: text(id), rawId: text(id) }

  return {
    id: credential.id,
    register(options: Options, tampering: Tampering = {}): NewPasskeyAnswer {
      const length = Buffer.from([0, id.length])
      // COSE: kty EC2, alg ES256, crv P-256, x, y (RFC 9053 section 7.1).
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([
        authenticatorData(tampering, attestedCredential),
        Buffer.alloc(16),
        length,
        id,
        key,
      ])
      // CBOR: {fmt: "none", attStmt: {}, authData: data}.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: text(client('webauthn.create', options, tampering)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      }
    },
    authenticate(options: Options, tampering: Tampering = {}): PasskeyAnswer {
      const data = authenticatorData(tampering, 0)
      const clientData = client('webauthn.get', options, tampering)
      return {
        ...credential,
        response: {
          clientDataJSON: text(clientData),
          authenticatorData: text(data),
          signature: text(sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)),
        },
      }
    },
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')
