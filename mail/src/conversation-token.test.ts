import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createMessageId,
  createToken,
  findToken,
  plusAddress,
  type TokenKey,
  verifyToken,
} from './conversation-token.ts'

const old: TokenKey = { key_id: 3, secret: 'an old secret' }
const current: TokenKey = { key_id: 4, secret: Buffer.from('the secret of today') }
const keys = [old, current]
const anyContent = fc.oneof(
  fc.record({ conversation_id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }) }),
  fc.record({ uuid: fc.uuid() }),
)

describe('createToken and verifyToken', () => {
  it('round-trip with every known key', () => {
    fc.assert(
      fc.property(anyContent, fc.constantFrom(...keys), (content, key) => {
        expect(verifyToken(createToken({ ...content, ...key }), keys)).toEqual({
          ...content,
          key_id: key.key_id,
        })
      }),
    )
  })

  it('reject a token with any bit flipped', () => {
    fc.assert(
      fc.property(anyContent, fc.nat(), (content, position) => {
        const token = createToken({ ...content, ...current })
        const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
        const at = position % token.length
        for (let bit = 1; bit < 32; bit <<= 1) {
          const flipped = alphabet[alphabet.indexOf(token[at] ?? '') ^ bit] ?? ''
          expect(verifyToken(token.slice(0, at) + flipped + token.slice(at + 1), keys)).toBeNull()
        }
      }),
    )
  })

  it('reject a token signed with a different secret or an unknown key', () => {
    expect(verifyToken(createToken({ conversation_id: 7, key_id: 4, secret: 'guessed' }), keys)).toBeNull()
    expect(verifyToken(createToken({ conversation_id: 7, key_id: 5, secret: 'x' }), keys)).toBeNull()
  })

  it('tolerate addresses in upper case', () => {
    const token = createToken({ conversation_id: 104, ...current })
    expect(verifyToken(token.toUpperCase(), keys)).toEqual({ conversation_id: 104, key_id: 4 })
  })

  it('never throw on arbitrary input', () => {
    fc.assert(fc.property(fc.string(), (text) => verifyToken(text, keys) === null))
  })

  it('refuse to sign an invalid conversation id', () => {
    expect(() => createToken({ conversation_id: 0, ...current })).toThrow(RangeError)
    expect(() => createToken({ uuid: 'no uuid', ...current })).toThrow(RangeError)
    expect(() => createToken({ conversation_id: 1, key_id: 128, secret: 'x' })).toThrow(RangeError)
  })
})

describe('plusAddress', () => {
  it('fits id and uuid tokens into the 64 octets of a local part', () => {
    const forId = createToken({ conversation_id: 4_000_000_000, ...current })
    const forUuid = createToken({ uuid: '0190b0a4-1c1e-7000-8000-000000000001', ...current })
    expect(forId).toHaveLength(24)
    expect(forUuid).toHaveLength(44)
    expect(plusAddress('customer.support@desk.example', forUuid)).toBe(
      `customer.support+${forUuid}@desk.example`,
    )
  })

  it('returns null if the token would not fit, counted in octets', () => {
    const token = createToken({ uuid: '0190b0a4-1c1e-7000-8000-000000000001', ...current })
    expect(plusAddress(`${'a'.repeat(19)}@desk.example`, token)).not.toBeNull()
    expect(plusAddress(`${'a'.repeat(20)}@desk.example`, token)).toBeNull()
    expect(plusAddress(`${'ä'.repeat(10)}@desk.example`, token)).toBeNull()
  })
})

describe('findToken', () => {
  const token = createToken({ conversation_id: 104, ...current })
  const target = { conversation_id: 104, key_id: 4 }

  it("finds a token in a plus-address, also after the sender's own plus tag", () => {
    expect(findToken(`support+${token}@desk.example`, keys)).toEqual(target)
    expect(findToken(`support+vip+${token}@desk.example`, keys)).toEqual(target)
  })

  it('finds a token in message ids that we create', () => {
    expect(findToken(createMessageId({ token, unique: 'm991', domain: 'desk.example' }), keys)).toEqual(
      target,
    )
  })

  it('finds nothing anywhere else', () => {
    expect(findToken('support@desk.example', keys)).toBeNull()
    expect(findToken(`x@${token}.example`, keys)).toBeNull()
  })
})
