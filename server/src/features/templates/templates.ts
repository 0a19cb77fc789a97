import {
  affectsSignIn,
  replaceLegacySlot,
  type Template,
  type TemplateChanges,
  type TemplateType,
  type TemplateWrite,
  templateDeletionRefusal,
} from '@parley/contract/templates/templates'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, forbidden, notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'
import { assertSignInAuthority } from '../auth/sign-in-authority.ts'
import { notifyAdministrators } from '../system-mail/security-change.ts'
import { assertTemplateUsable } from './check-template.ts'

const record = objectRecorder('template')

type TemplateRow = Selectable<DB['templates']>
type TemplateInput = z.output<typeof TemplateWrite>
type Changes = z.output<typeof TemplateChanges>

/** The default first, then by name. */
export const listTemplates = (db: Db, type: TemplateType): Promise<TemplateRow[]> =>
  db
    .selectFrom('templates')
    .selectAll()
    .where('type', '=', type)
    .orderBy('is_default', 'desc')
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()

export async function getTemplate(db: Db, id: number): Promise<TemplateRow> {
  const row = await db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Template')
  return row
}

/** A default template is always one for replies, regardless of the type sent (docs/spec/wire.md#templates). */
export async function createTemplate(tx: Tx, input: TemplateInput): Promise<TemplateRow> {
  const type: TemplateType = input.is_default ? 'email_outgoing' : input.type
  const values = { ...input, type, subject: subjectOf(type, input), body: replaceLegacySlot(input.body) }
  await assertTemplateUsable({ ...values, name: '' })
  if (values.is_default) await unsetDefault(tx, null)
  const row = await tx.db
    .insertInto('templates')
    .values({ ...values, created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'template.created', row.id, changedFields(null, fieldsOf(row)))
  return row
}

/**
 * A notification without a subject is sent under its name. A reply uses its conversation's subject, and existing clients expect a
 * string here.
 */
const subjectOf = (type: TemplateType, { subject }: Pick<TemplateInput, 'subject'>): string | null =>
  type === 'email_outgoing' ? (subject ?? '') : subject

/** The type never changes, nor the name of a notification, by which it is looked up. */
export async function updateTemplate(tx: Tx, id: number, changesSent: Changes): Promise<TemplateRow> {
  const before = await lockTemplate(tx, id)
  const input = { ...fieldsOf(before), ...changesSent }
  const { type } = before
  const is_default = type === 'email_outgoing' && input.is_default
  const values = {
    name: type === 'email_outgoing' ? input.name : before.name,
    subject: subjectOf(type, input),
    body: replaceLegacySlot(input.body),
    is_default,
  }
  await assertTemplateUsable({ ...values, type, name: before.is_builtin ? before.name : '' })
  if (before.is_default && !is_default)
    throw conflict('This is the default template for replies. Make another one the default first')
  const changes = changedFields(fieldsOf(before), { ...fieldsOf(before), ...values })
  if (Object.keys(changes).length === 0) return before
  if (affectsSignIn(before)) assertSignInAuthority(tx.actor, tx.now)
  if (is_default && !before.is_default) await unsetDefault(tx, id)
  const after = await tx.db
    .updateTable('templates')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'template.changed', id, changes)
  if (affectsSignIn(before)) await notifyAdministrators(tx, { kind: 'template_changed', name: before.name })
  return after
}

export async function deleteTemplate(tx: Tx, id: number): Promise<void> {
  const template = await lockTemplate(tx, id)
  const refusal = templateDeletionRefusal(template)
  if (refusal) throw template.is_builtin ? forbidden(refusal) : conflict(refusal)
  await tx.db.deleteFrom('templates').where('id', '=', id).execute()
  await record(tx, 'template.deleted', id, changedFields(fieldsOf(template), null))
}

/** There is only one default: clears the previous one. */
async function unsetDefault(tx: Tx, successor: number | null): Promise<void> {
  const former = await tx.db
    .updateTable('templates')
    .set({ is_default: false, updated_at: tx.now })
    .where('is_default', '=', true)
    .$if(successor !== null, (others) => others.where('id', '<>', successor ?? 0))
    .returning('id')
    .executeTakeFirst()
  if (former) await record(tx, 'template.changed', former.id, { is_default: [true, false] })
}

export async function lockTemplate(tx: Tx, id: number): Promise<TemplateRow> {
  const row = await tx.db
    .selectFrom('templates')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Template')
  return row
}

const fieldsOf = ({ name, type, subject, body, is_default }: TemplateRow) => ({
  name,
  type,
  subject,
  body,
  is_default,
})

export const presentTemplate = ({ created_at, updated_at, ...row }: TemplateRow): Template => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
