import {
  brandFields,
  type InboxBrand,
  type previewInboxBrand,
  type TemplateOption,
} from '@parley/contract/inboxes/inbox-brand'
import { contentSlot, type TemplatePreview } from '@parley/contract/templates/templates'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { claimInboxLogo } from '../media/brand-picture.ts'
import { findReplyTemplate } from '../templates/message-frame.ts'
import { type PreviewDeps, previewReply } from '../templates/preview-template.ts'
import { listTemplates } from '../templates/templates.ts'
import type { InboxRow } from './inboxes.ts'

type Brand = z.output<typeof InboxBrand>

export const pickBrand = (input: Partial<Brand>): Partial<Brand> =>
  Object.fromEntries(
    Object.keys(brandFields).flatMap((name) =>
      input[name as keyof Brand] === undefined ? [] : [[name, input[name as keyof Brand]]],
    ),
  )

/** Checks what changes: the template exists, and the logo is kept. Both are locked until commit. */
export async function validateBrand(tx: Tx, before: InboxRow | null, input: Partial<Brand>): Promise<void> {
  const { template_id, brand_logo_url } = input
  if (template_id && template_id !== before?.template_id) await assertTemplateExists(tx, template_id)
  if (brand_logo_url && brand_logo_url !== before?.brand_logo_url) await claimInboxLogo(tx, brand_logo_url)
}

async function assertTemplateExists(tx: Tx, id: number): Promise<void> {
  const template = await tx.db
    .selectFrom('templates')
    .select('id')
    .where('id', '=', id)
    .where('type', '=', 'email_outgoing')
    .forKeyShare()
    .executeTakeFirst()
  if (!template) throw invalid('template_id', 'This template no longer exists. Choose another one')
}

export const listInboxTemplates = async (db: Db): Promise<TemplateOption[]> =>
  (await listTemplates(db, 'email_outgoing')).map(({ id, name, is_default }) => ({ id, name, is_default }))

/** A reply of this brand, saved or not. */
export async function previewBrand(
  db: Db,
  actor: Actor,
  { inbox_name, inbox_email, ...brand }: z.output<typeof previewInboxBrand.body>,
  deps: PreviewDeps,
): Promise<TemplatePreview> {
  const template = await findReplyTemplate(db, brand.template_id)
  const inbox = { ...brand, name: inbox_name, address: inbox_email }
  return previewReply(db, actor, { body: template?.body ?? contentSlot, inbox }, deps)
}
