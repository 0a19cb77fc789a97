import { changesTo, onlySent } from '@parley/contract/changes'
import { ContactUpdate } from '@parley/contract/contacts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
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

const changes = changesTo(ContactUpdate)
type ContactChanges = z.output<typeof changes>

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
    changeContact(tx, id, input, {
      picture,
      keep: fields.avatar_url === undefined || textOf(fields.avatar_url) !== null,
    }),
  )
}

/** Old clients send every field they have loaded: what is empty there arrives as the word "null". */
const textOf = (value: string | undefined): string | null => (!value || value === 'null' ? null : value)

function readFields({ phone_number_calling_code: calling, ...form }: Record<string, string>): ContactChanges {
  const { phone_number_country_code: code = calling } = form
  const fields: Record<string, string | undefined> = {
    ...form,
    phone_number_country_code: textOf(code) === null ? calling : code,
  }
  const sent = Object.fromEntries(
    Object.keys(ContactUpdate.shape)
      .filter((name) => fields[name] !== undefined)
      // What is needed is not null but empty, which says why it is refused.
      .map((name) => [name, textOf(fields[name]) ?? (name === 'first_name' || name === 'email' ? '' : null)]),
  )
  const read = changes.safeParse(sent)
  if (read.success) return onlySent(read.data, sent) as ContactChanges // some keys fewer
  const errors = read.error.issues.map(({ path, message }) => ({ path: String(path[0] ?? 'body'), message }))
  const [{ path, message } = { path: 'body', message: 'The form could not be read' }] = errors
  throw new AppError(400, 'InputException', `${path}: ${message}`, { errors })
}

/** A picture replaces the one that is there, which else is kept or removed. */
export async function changeContact(
  tx: Tx,
  id: number,
  sent: ContactChanges,
  avatar: { picture: StoredMedia | null; keep: boolean },
): Promise<void> {
  const before = await lockContact(tx, id)
  const corrects = sent.email !== undefined && (await isNewAddress(tx, before, sent.email))
  const values = {
    ...sent,
    ...(sent.phone_number_country_code !== undefined && {
      phone_number_country_code: countryOf(sent.phone_number_country_code, before),
    }),
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

function countryOf(text: string | null, before: ContactRow): string | null {
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
