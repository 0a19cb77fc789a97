import { randomBytes } from 'node:crypto'
import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { contentSlot } from '@parley/contract/templates/templates'
import type { Frame } from '@parley/mail/compose/frame'
import type { Db } from '../../db/pool.ts'
import { renderTemplate } from '../../liquid.ts'

/**
 * Stands for the message while a template is filled in: the message may be long and hold anything, and no filter may change it, which
 * shows when the mark is not there any more. Nobody can write it into a name or a subject, for it is another one at every start.
 */
export const slotMarker = `Parley-${randomBytes(16).toString('hex')}-message`

/** A template filled in around the place for a message. Throws BrokenTemplate. */
export const renderFrame = async (body: string, values: TemplateValues): Promise<Frame> => ({
  html: await renderTemplate(body, values, 'html', { content: slotMarker, Content: slotMarker }),
  slot: slotMarker,
})

/** The template that replies are sent with; null when there is none, or when it is nothing but the reply. */
export async function findDefaultTemplate(db: Db): Promise<{ name: string; body: string } | null> {
  const row = await db
    .selectFrom('templates')
    .select(['name', 'body'])
    .where('is_default', '=', true)
    .executeTakeFirst()
  return row && row.body.trim() !== contentSlot ? row : null
}
