import { isDeepStrictEqual } from 'node:util'
import type { TemplateDesign } from '@parley/contract/templates/template-design'
import {
  affectsSignIn,
  replaceLegacySlot,
  type TemplateChanges,
  type TemplateType,
  type TemplateWrite,
  templateDeletionRefusal,
} from '@parley/contract/templates/templates'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { conflict, forbidden } from '../../http/errors.ts'
import { assertSignInAuthority } from '../../identity/sign-in-authority.ts'
import { notifyAdministrators } from '../../system-mail/security-notices.ts'
import { assertTemplateUsable } from './check-template.ts'
import { readStoredDesign, renderCleanDesign, toStoredDesign } from './stored-design.ts'
import { type TemplateRow, templateEntity } from './templates.ts'

type Values = z.output<typeof TemplateWrite>

/** A default template is always one for replies, regardless of the type sent (docs/spec/wire.md#templates). */
export async function createTemplate(tx: Tx, input: Values): Promise<TemplateRow> {
  const type: TemplateType = input.is_default ? 'email_outgoing' : input.type
  const values = {
    ...input,
    type,
    subject: subjectOf(type, input),
    ...toColumns(type === 'email_outgoing' ? input.design : null, input.body),
  }
  await assertTemplateUsable({ ...values, name: '' })
  if (values.is_default) await unsetDefault(tx)
  return templateEntity.create(tx, values)
}

/** The type never changes, nor the name of a notification, by which it is looked up. */
export async function updateTemplate(
  tx: Tx,
  id: number,
  changes: z.output<typeof TemplateChanges>,
): Promise<TemplateRow> {
  const before = await templateEntity.lock(tx, id)
  const input = { ...before, ...changes }
  const { type } = before
  const is_default = type === 'email_outgoing' && input.is_default
  const values = {
    name: type === 'email_outgoing' ? input.name : before.name,
    subject: subjectOf(type, input),
    ...changedBody(before, changes),
    is_default,
  }
  await assertTemplateUsable({ ...values, type, name: before.is_builtin ? before.name : '' })
  if (before.is_default && !is_default)
    throw conflict('This is the default template for replies. Make another one the default first')
  const changedValues = await templateEntity.changes(tx.db, before, values)
  if (Object.keys(changedValues).length === 0) return before
  if (affectsSignIn(before)) assertSignInAuthority(tx.actor, tx.now)
  if (is_default && !before.is_default) await unsetDefault(tx)
  const after = await templateEntity.update(tx, before, values)
  if (affectsSignIn(before)) await notifyAdministrators(tx, { kind: 'template_changed', name: before.name })
  return after
}

/** A template is what its design says, or its body if there is none. */
function toColumns(design: TemplateDesign | null, body: string) {
  if (!design) return { design: null, body: replaceLegacySlot(body) }
  const rendered = renderCleanDesign(design)
  return { design: toStoredDesign(rendered.design, rendered.body), body: rendered.body }
}

/**
 * A new design makes a new body. A client that returns the design as it was, or doesn't know designs, may have changed the body: then the
 * body counts, and the design is gone.
 */
function changedBody(
  before: TemplateRow,
  { design, body = before.body }: z.output<typeof TemplateChanges>,
): { design: unknown; body: string } {
  const current = readStoredDesign(before)
  if (before.type === 'email_outgoing' && design && !isDeepStrictEqual(design, current))
    return toColumns(design, body)
  const keepsDesign = design !== null && replaceLegacySlot(body) === before.body
  return keepsDesign ? { design: before.design, body: before.body } : toColumns(null, body)
}

export async function deleteTemplate(tx: Tx, id: number): Promise<void> {
  const before = await templateEntity.lockExclusively(tx, id)
  const refusal = templateDeletionRefusal(before)
  if (refusal) throw before.is_builtin ? forbidden(refusal) : conflict(refusal)
  await templateEntity.delete(tx, before)
}

/**
 * A notification without a subject is sent under its name. A reply uses its conversation's subject, and existing clients expect a
 * string here.
 */
const subjectOf = (type: TemplateType, { subject }: Pick<Values, 'subject'>): string | null =>
  type === 'email_outgoing' ? (subject ?? '') : subject

/** There is only one default. */
async function unsetDefault(tx: Tx): Promise<void> {
  const former = await tx.db
    .selectFrom('templates')
    .selectAll()
    .where('is_default', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (former) await templateEntity.update(tx, former, { is_default: false })
}
