import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../db/transaction.ts'
import { hashToken } from '../../../identity/sessions/session.ts'

const codeCount = 10
// Base32 without characters that look alike on paper: no 0, 1, i, l, o, u.
const letters = 'abcdefghjkmnpqrstvwxyz23456789'

/** Replaces the agent's codes with ten new ones. Returned only here and stored as hashes. */
export async function renewRecoveryCodes(tx: Tx, agent_id: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, generateCode)
  await tx.db.deleteFrom('recovery_codes').where('agent_id', '=', agent_id).execute()
  await tx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ agent_id, code_hash: hashCode(code) })))
    .execute()
  return codes
}

/** Whether the code was valid; each works once. */
export async function spendRecoveryCode(tx: Tx, agent_id: number, code: string): Promise<boolean> {
  const spent = await tx.db
    .updateTable('recovery_codes')
    .set({ used_at: tx.now })
    .where('agent_id', '=', agent_id)
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .returning('agent_id')
    .executeTakeFirst()
  return spent !== undefined
}

// 16 of 30 letters: 78 bits, so no slow hash is needed.
function generateCode(): string {
  let code = ''
  while (code.length < 16)
    // Bytes past the last whole alphabet are discarded, so that all letters are equally likely.
    for (const byte of randomBytes(32))
      if (byte < letters.length * 8 && code.length < 16) code += letters[byte % letters.length]
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}

const hashCode = (code: string) => hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
