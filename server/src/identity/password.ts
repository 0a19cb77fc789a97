import { randomBytes } from 'node:crypto'
import { passwordRefusal } from '@parley/contract/agents/agents'
import { invalid } from '../http/errors.ts'

// Loaded on first use: the native library costs memory that a mail node never needs.
const loadArgon2 = () => import('@node-rs/argon2')

// OWASP's recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string, path = 'password'): Promise<string> {
  const reason = passwordRefusal(password)
  if (reason) throw invalid(path, reason)
  return (await loadArgon2()).hash(password, hashCost)
}

/** 96 random bits, with a suffix that satisfies the password rule regardless of the rest. */
export const generatePassword = (): string => `${randomBytes(12).toString('base64url')}-aA1`

let dummyHash: Promise<string> | undefined

/** Takes the same time for unknown and known accounts. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const { verify, hash: makeHash } = await loadArgon2()
  dummyHash ??= makeHash('no account has this password', hashCost)
  const matches = await verify(hash ?? (await dummyHash), password)
  return matches && hash !== null
}
