import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * `key_id` (0 to 127) says what the secret is for: side threads have one of their own, so a token of one can never be
 * read as a token of its conversation. Several keys may have the same, so that keys can rotate while old emails still
 * get replies.
 */
export type TokenKey = { key_id: number; secret: string | Uint8Array; target?: 'side_thread' }

export type TokenTarget =
  | { conversation_id: number; uuid?: undefined; side_thread_id?: undefined }
  | { uuid: string; conversation_id?: undefined; side_thread_id?: undefined }
  | { side_thread_id: number; conversation_id?: undefined; uuid?: undefined }

export type VerifiedToken = TokenTarget & { key_id: number }

/** 80 bits: a forger who tries a thousand mails a second needs 10^13 years. */
const macLength = 10
const uuidFlag = 0x80

/**
 * Creates a signed reference to a conversation or side thread in lower-case base32: 24 characters for an id below
 * 2^32, 44 for a uuid.
 * @throws RangeError if the key id, id or uuid is invalid, or the key is for another kind of target
 */
export function createToken(content: TokenTarget & TokenKey): string {
  if ((content.side_thread_id !== undefined) !== (content.target === 'side_thread'))
    throw new RangeError('A key signs tokens either of conversations or of side threads.')
  const payload =
    content.uuid === undefined
      ? idPayload(content.side_thread_id ?? content.conversation_id, content.key_id)
      : uuidPayload(content)
  return encodeBase32(Buffer.concat([payload, computeMac(payload, content)]))
}

/** Verifies a token and returns its target. Null if it is not a token, was altered, or its key is not in `keys`. */
export function verifyToken(text: string, keys: TokenKey[]): VerifiedToken | null {
  const bytes = decodeBase32(text.toLowerCase())
  if (!bytes || bytes.length < macLength + 2) return null
  const payload = bytes.subarray(0, -macLength)
  const head = payload[0] ?? 0
  const key = keys.find(
    (one) =>
      one.key_id === (head & ~uuidFlag) &&
      timingSafeEqual(computeMac(payload, one), bytes.subarray(-macLength)),
  )
  if (!key) return null
  const content = head & uuidFlag ? readUuid(payload.subarray(1)) : readId(payload.subarray(1), key)
  return content && { ...content, key_id: key.key_id }
}

/** RFC 5321 section 4.5.3.1.1. */
const maxLocalPartLength = 64

/**
 * Turns `support@example.com` into `support+TOKEN@example.com`. Null if the local part would exceed 64 octets; then
 * only the Message-ID carries the token.
 */
export function plusAddress(inboxAddress: string, token: string): string | null {
  const atIndex = inboxAddress.lastIndexOf('@')
  const localPart = `${inboxAddress.slice(0, atIndex)}+${token}`
  if (atIndex < 1 || Buffer.byteLength(localPart) > maxLocalPartLength) return null
  return localPart + inboxAddress.slice(atIndex)
}

/** Creates a Message-ID, without brackets, that carries the token. Replies that keep References bring it back. */
export const createMessageId = ({
  token,
  unique,
  domain,
}: {
  token: string
  unique: string
  domain: string
}): string => `${token}.${unique}@${domain}`

/** Finds the first valid token in an address (after its last `+`) or a message id (between dots). */
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

function idPayload(id: number | undefined, key_id: number): Buffer {
  if (!Number.isSafeInteger(id) || (id ?? 0) < 1)
    throw new RangeError('A token requires an id that is a positive integer.')
  const hex = (id ?? 0).toString(16).padStart(8, '0')
  return Buffer.concat([headByte(key_id, 0), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}

function uuidPayload({ uuid, key_id }: { uuid: string; key_id: number }): Buffer {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid))
    throw new RangeError('A token requires a valid uuid.')
  return Buffer.concat([headByte(key_id, uuidFlag), Buffer.from(uuid.replaceAll('-', ''), 'hex')])
}

function headByte(keyId: number, flag: number): Buffer {
  if (!Number.isInteger(keyId) || keyId < 0 || keyId > 127)
    throw new RangeError('A key id must be an integer from 0 to 127.')
  return Buffer.from([keyId | flag])
}

function readId(bytes: Uint8Array, { target }: TokenKey): TokenTarget | null {
  const id = Number.parseInt(Buffer.from(bytes).toString('hex'), 16)
  if (!Number.isSafeInteger(id) || id < 1) return null
  return target === 'side_thread' ? { side_thread_id: id } : { conversation_id: id }
}

function readUuid(bytes: Uint8Array): TokenTarget | null {
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(Buffer.from(bytes).toString('hex'))
  return parts ? { uuid: parts.slice(1).join('-') } : null
}

/** The label separates these signatures from each other and from anything else signed with the same secret. */
const computeMac = (payload: Uint8Array, { secret, target }: TokenKey): Buffer =>
  createHmac('sha256', secret)
    .update(`parley ${target ?? 'conversation'} token 1\n`)
    .update(payload)
    .digest()
    .subarray(0, macLength)

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

function encodeBase32(bytes: Uint8Array): string {
  let [text, bitCount, buffer] = ['', 0, 0]
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    for (bitCount += 8; bitCount >= 5; bitCount -= 5) text += alphabet[(buffer >> (bitCount - 5)) & 31]
  }
  return bitCount > 0 ? text + alphabet[(buffer << (5 - bitCount)) & 31] : text
}

/** Accepts only the spelling that `encodeBase32` produces: left-over bits must be zero. */
function decodeBase32(text: string): Buffer | null {
  const bytes: number[] = []
  let [bitCount, buffer] = [0, 0]
  for (const character of text) {
    const value = alphabet.indexOf(character)
    if (value < 0) return null
    buffer = ((buffer << 5) | value) & 0xfff
    bitCount += 5
    if (bitCount >= 8) {
      bitCount -= 8
      bytes.push((buffer >> bitCount) & 255)
    }
  }
  const decoded = Buffer.from(bytes)
  return encodeBase32(decoded) === text ? decoded : null
}
