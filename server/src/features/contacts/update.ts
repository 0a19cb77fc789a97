import { ContactUpdate } from '@parley/contract/contacts'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Act, Tx } from '../../db/transact.ts'
import type { FileStore } from '../../files/store.ts'
import { AppError, invalid } from '../../http/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { changedColumns } from '../../spine/record.ts'
import { readPicture } from '../media/read-picture.ts'
import { retireMedia } from '../media/remove-unused.ts'
import { insertMedia, type StoredMedia, storeMedia } from '../media/store-media.ts'
import { listAddresses, mustBeFree, noteOthers } from './addresses.ts'
import type { ContactRow } from './contact-row.ts'
import { lockContact } from './lock.ts'
import { readCountry } from './phone.ts'

/** Reads the form (api-contract 4.6), stores its picture, and changes the contact in one transaction. */
export async function updateContact(
  { act, actor, files, sandbox }: { act: Act; actor: Actor; files: FileStore; sandbox: Sandbox },
  id: number,
  request: FastifyRequest,
): Promise<void> {
  const { file, fields } = await readPicture({ sandbox, actor }, request)
  const input = readFields(fields)
  const picture = file && (await storeMedia(files, file, 'image/png'))
  await act(actor, (tx) =>
    changeContact(tx, id, input, { picture, keep: Boolean(textOf(fields.avatar_url)) }),
  )
}

/** Old clients send every field they have loaded: what is empty there arrives as the word "null". */
const textOf = (value: string | undefined): string | null => (!value || value === 'null' ? null : value)

function readFields(fields: Record<string, string>): ContactUpdate {
  const read = ContactUpdate.safeParse({
    first_name: textOf(fields.first_name) ?? '',
    last_name: textOf(fields.last_name),
    email: textOf(fields.email) ?? '',
    phone_number: textOf(fields.phone_number),
    phone_number_country_code:
      textOf(fields.phone_number_country_code) ?? textOf(fields.phone_number_calling_code),
  })
  if (read.success) return read.data
  const errors = read.error.issues.map(({ path, message }) => ({ path: String(path[0] ?? 'body'), message }))
  const [{ path, message } = { path: 'body', message: 'The form could not be read' }] = errors
  throw new AppError(400, 'InputException', `${path}: ${message}`, { errors })
}

/** Replaces what the form holds. Without a picture the one that is there is kept or removed. */
export async function changeContact(
  tx: Tx,
  id: number,
  input: ContactUpdate,
  avatar: { picture: StoredMedia | null; keep: boolean },
): Promise<void> {
  const before = await lockContact(tx, id)
  const corrects = await isNewAddress(tx, before, input.email)
  const values = {
    ...input,
    phone_number_country_code: countryOf(input, before),
    avatar_url: await avatarOf(tx, before, avatar),
  }
  const changes = changedColumns(before, { ...before, ...values })
  if (Object.keys(changes).length === 0) return
  await tx.db
    .updateTable('contacts')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  if (changes.email) {
    // Whoever types another address means that one instead of this one; to keep both, it is added.
    if (before.email && corrects)
      await tx.db.deleteFrom('contact_addresses').where('address', '=', before.email.toLowerCase()).execute()
    await noteOthers(tx, id)
  }
  await tx.record({ type: 'contact.changed', object: { type: 'contact', id }, changes })
}

/** Whether the contact does not have this address yet; refused when somebody else does. */
async function isNewAddress(tx: Tx, contact: ContactRow, address: string): Promise<boolean> {
  const has = await listAddresses(tx.db, contact)
  if (has.some((one) => one.address === address)) return false
  await mustBeFree(tx, address, 'email')
  return true
}

function countryOf({ phone_number_country_code: text }: ContactUpdate, before: ContactRow): string | null {
  if (text === null) return null
  const country = readCountry(text, before.phone_number_country_code)
  if (!country)
    throw invalid(
      'phone_number_country_code',
      `"${text}" is neither a country ("DE") nor a calling code ("+49")`,
    )
  return country
}

async function avatarOf(
  tx: Tx,
  before: ContactRow,
  { picture, keep }: { picture: StoredMedia | null; keep: boolean },
): Promise<string | null> {
  if (!picture && (keep || before.avatar_url === null)) return before.avatar_url
  const media =
    picture &&
    (await insertMedia(tx, picture, {
      filename: 'avatar.png',
      disposition: 'inline',
      model_type: 'users',
      person_id: before.id,
      uploaded_by_id: tx.actor.id,
    }))
  await retireMedia(tx, { person_id: before.id, except_id: media?.id ?? 0 })
  return media ? `/uploads/${media.uuid}` : null
}
