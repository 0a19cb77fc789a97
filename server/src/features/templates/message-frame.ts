import { randomBytes } from 'node:crypto'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { contentSlot } from '@parley/contract/templates/templates'
import type { Frame } from '@parley/mail/compose/frame'
import type { Db } from '../../db/pool.ts'
import { renderTemplate } from '../../liquid.ts'

/**
 * Placeholder for the message while a template is rendered: the message may be long and contain anything, and no filter may change
 * it, which shows as a missing marker. It differs on every start, so no one can put it into a name or subject.
 */
export const slotMarker = `Parley-${randomBytes(16).toString('hex')}-message`

/** Renders a template around the slot for a message. Throws BrokenTemplate. */
export const renderFrame = async (body: string, values: TemplateValues): Promise<Frame> => ({
  html: await renderTemplate(body, values, 'html', { content: slotMarker, Content: slotMarker }),
  slot: slotMarker,
})

/** The template that an inbox chose, or the default one; null if there is none or it contains nothing but the reply. */
export async function findReplyTemplate(
  db: Db,
  template_id: number | null,
): Promise<{ name: string; body: string } | null> {
  const row = await db
    .selectFrom('templates')
    .select(['name', 'body'])
    .where((eb) => (template_id === null ? eb('is_default', '=', true) : eb('id', '=', template_id)))
    .executeTakeFirst()
  return row && row.body.trim() !== contentSlot ? row : null
}
