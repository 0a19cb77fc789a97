import { ContactUpdate } from '@parley/contract/contacts/contacts'
import { changesTo, pickSentFields } from '@parley/contract/shared/changes-schema'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Act, Tx } from '../../db/transaction.ts'
import type { FileStore } from '../../files/file-store.ts'
import { AppError, invalid } from '../../http/errors.ts'
import { parseCountry } from '../../phone-numbers/phone-country.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { changedColumns } from '../../spine/record-event.ts'
import { receiveAvatar } from '../media/receive-picture.ts'
import { retireMedia } from '../media/remove-unused-uploads.ts'
import { insertMedia, type StoredMedia, storeMedia } from '../media/store-media.ts'
import { assertAddressAvailable, listAddresses, updateOtherAddresses } from './contact-addresses.ts'
import type { ContactRow } from './contact-row.ts'
import { lockContact } from './lock-contact.ts'

const contactChangesSchema = changesTo(ContactUpdate)
type ContactChanges = z.output<typeof contactChangesSchema>

/** Parses the form (docs/spec/wire.md#contacts-and-notes), stores its picture, and updates the contact in one transaction. */
export async function updateContact(
  { act, actor, files, sandbox }: { act: Act; actor: Actor; files: FileStore; sandbox: Sandbox },
  id: number,
  request: FastifyRequest,
): Promise<void> {
  const { file, fields } = await receiveAvatar({ sandbox, actor }, request)
  const input = parseForm(fields)
  const picture = file && (await storeMedia(files, file, 'image/png'))
  await act(actor, (tx) =>
    changeContact(tx, id, input, {
      picture,
      keep: fields.avatar_url === undefined || textOrNull(fields.avatar_url) !== null,
    }),
  )
}

/** Old clients send every field they loaded, and empty ones as the word "null". */
const textOrNull = (value: string | undefined): string | null => (!value || value === 'null' ? null : value)

function parseForm({ phone_number_calling_code: calling, ...form }: Record<string, string>): ContactChanges {
  const { phone_number_country_code: code = calling } = form
  const fields: Record<string, string | undefined> = {
    ...form,
    phone_number_country_code: textOrNull(code) === null ? calling : code,
  }
  const patch = Object.fromEntries(
    Object.keys(ContactUpdate.shape)
      .filter((name) => fields[name] !== undefined)
      // Required fields become empty rather than null, which gives the better error message.
      .map((name) => [
        name,
        textOrNull(fields[name]) ?? (name === 'first_name' || name === 'email' ? '' : null),
      ]),
  )
  const parsed = contactChangesSchema.safeParse(patch)
  if (parsed.success) return pickSentFields(parsed.data, patch) as ContactChanges // a subset of the keys
  const errors = parsed.error.issues.map(({ path, message }) => ({
    path: String(path[0] ?? 'body'),
    message,
  }))
  const [{ path, message } = { path: 'body', message: 'The form couldn’t be read' }] = errors
  throw new AppError(400, 'InputException', `${path}: ${message}`, { errors })
}

/** A new picture replaces the current one; otherwise the current one is kept or removed. */
export async function changeContact(
  tx: Tx,
  id: number,
  patch: ContactChanges,
  avatar: { picture: StoredMedia | null; keep: boolean },
): Promise<void> {
  const before = await lockContact(tx, id)
  const replacesAddress = patch.email !== undefined && (await checkNewAddress(tx, before, patch.email))
  const values = {
    ...patch,
    ...(patch.phone_number_country_code !== undefined && {
      phone_number_country_code: getCountry(patch.phone_number_country_code, before),
    }),
    avatar_url: await replaceAvatar(tx, before, avatar),
  }
  const changes = changedColumns(before, { ...before, ...values })
  if (Object.keys(changes).length === 0) return
  await tx.db
    .updateTable('contacts')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
  if (changes.email) {
    // Entering a different address replaces the old one. To keep both, the new one is added separately.
    if (before.email && replacesAddress)
      await tx.db.deleteFrom('contact_addresses').where('address', '=', before.email.toLowerCase()).execute()
    await updateOtherAddresses(tx, id)
  }
  await tx.record({ type: 'contact.changed', object: { type: 'contact', id }, changes })
}

/** Whether this address is new to the contact. Throws if it belongs to another one. */
async function checkNewAddress(tx: Tx, contact: ContactRow, address: string): Promise<boolean> {
  const existing = await listAddresses(tx.db, contact)
  if (existing.some((one) => one.address === address)) return false
  await assertAddressAvailable(tx, address, 'email')
  return true
}

function getCountry(text: string | null, before: ContactRow): string | null {
  if (text === null) return null
  const country = parseCountry(text, before.phone_number_country_code)
  if (!country)
    throw invalid(
      'phone_number_country_code',
      `"${text}" is neither a country ("DE") nor a calling code ("+49")`,
    )
  return country
}

async function replaceAvatar(
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
