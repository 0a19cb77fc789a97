import { createHmac, timingSafeEqual } from 'node:crypto'

/** `key_id` is 0 to 127 and names the secret, so that keys can rotate while old mails are still answered. */
export type TokenKey = { key_id: number; secret: string | Uint8Array }

export type TokenTarget =
  | { conversation_id: number; uuid?: undefined }
  | { uuid: string; conversation_id?: undefined }

export type VerifiedToken = TokenTarget & { key_id: number }

/** 80 bits: a forger who may try a thousand mails a second needs 10^13 years. */
const macLength = 10
const uuidFlag = 0x80

/**
 * A signed reference to a conversation, in lower-case base32: 24 characters for an id below 2^32, 44 for a uuid.
 * @throws RangeError when the key id, the conversation id or the uuid is none
 */
export function createToken(content: TokenTarget & TokenKey): string {
  const payload = content.uuid === undefined ? idPayload(content) : uuidPayload(content)
  return encodeBase32(Buffer.concat([payload, computeMac(payload, content.secret)]))
}

/** What a token says, or null when it is none, is altered in any bit, or its key is not among `keys`. */
export function verifyToken(text: string, keys: TokenKey[]): VerifiedToken | null {
  const bytes = decodeBase32(text.toLowerCase())
  if (!bytes || bytes.length < macLength + 2) return null
  const payload = bytes.subarray(0, -macLength)
  const head = payload[0] ?? 0
  const key = keys.find(({ key_id }) => key_id === (head & ~uuidFlag))
  if (!key || !timingSafeEqual(computeMac(payload, key.secret), bytes.subarray(-macLength))) return null
  const content = head & uuidFlag ? readUuid(payload.subarray(1)) : readId(payload.subarray(1))
  return content && { ...content, key_id: key.key_id }
}

/** RFC 5321 section 4.5.3.1.1. */
const maxLocalPartLength = 64

/**
 * `support@example.com` as `support+TOKEN@example.com`. Null when that would not fit into a local part of 64 octets:
 * then only the Message-ID carries the token.
 */
export function plusAddress(inboxAddress: string, token: string): string | null {
  const at = inboxAddress.lastIndexOf('@')
  const localPart = `${inboxAddress.slice(0, at)}+${token}`
  if (at < 1 || Buffer.byteLength(localPart) > maxLocalPartLength) return null
  return localPart + inboxAddress.slice(at)
}

/** A Message-ID, without brackets, that carries the token: a reply that keeps References brings it back. */
export const createMessageId = ({
  token,
  unique,
  domain,
}: {
  token: string
  unique: string
  domain: string
}): string => `${token}.${unique}@${domain}`

/** The first valid token in an address (after its last `+`) or in a message id (a piece between dots). */
export function findToken(addressOrId: string, keys: TokenKey[]): VerifiedToken | null {
  const [localPart = ''] = addressOrId.split('@')
  for (const piece of localPart.split(/[+.]/)) {
    const token =
      piece.length >= minTokenLength && piece.length <= maxTokenLength ? verifyToken(piece, keys) : null
    if (token) return token
  }
  return null
}

const minTokenLength = 20
const maxTokenLength = 44

function idPayload({ conversation_id, key_id }: { conversation_id?: number; key_id: number }): Buffer {
  if (!Number.isSafeInteger(conversation_id) || (conversation_id ?? 0) < 1)
    throw new RangeError('A token needs a conversation id that is a whole number from 1 on.')
  const hex = (conversation_id ?? 0).toString(16).padStart(8, '0')
  return Buffer.concat([headByte(key_id, 0), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}

function uuidPayload({ uuid, key_id }: { uuid: string; key_id: number }): Buffer {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid))
    throw new RangeError('A token needs a uuid in its usual form.')
  return Buffer.concat([headByte(key_id, uuidFlag), Buffer.from(uuid.replaceAll('-', ''), 'hex')])
}

function headByte(keyId: number, flag: number): Buffer {
  if (!Number.isInteger(keyId) || keyId < 0 || keyId > 127)
    throw new RangeError('A key id is a whole number from 0 to 127.')
  return Buffer.from([keyId | flag])
}

function readId(bytes: Uint8Array): TokenTarget | null {
  const conversation_id = Number.parseInt(Buffer.from(bytes).toString('hex'), 16)
  return Number.isSafeInteger(conversation_id) && conversation_id > 0 ? { conversation_id } : null
}

function readUuid(bytes: Uint8Array): TokenTarget | null {
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(Buffer.from(bytes).toString('hex'))
  return parts ? { uuid: parts.slice(1).join('-') } : null
}

/** The label keeps these signatures apart from anything else that may be signed with the same secret. */
const computeMac = (payload: Uint8Array, secret: string | Uint8Array): Buffer =>
  createHmac('sha256', secret)
    .update('parley conversation token 1\n')
    .update(payload)
    .digest()
    .subarray(0, macLength)

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

function encodeBase32(bytes: Uint8Array): string {
  let [text, bits, held] = ['', 0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/** Null for anything but the one spelling that `base32` gives: left-over bits must be zero. */
function decodeBase32(text: string): Buffer | null {
  const bytes: number[] = []
  let [bits, held] = [0, 0]
  for (const character of text) {
    const value = alphabet.indexOf(character)
    if (value < 0) return null
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 255)
    }
  }
  const decoded = Buffer.from(bytes)
  return encodeBase32(decoded) === text ? decoded : null
}
